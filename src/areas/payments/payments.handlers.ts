import type { CallHandlers } from '../../server/http/serve.ts';
import type { payments } from './payments.contract.ts';

export const paymentHandlers: CallHandlers<typeof payments> = {
  gateway: ({ app }) => ({ is_away: app.integrations.breaker.isOpen }),
};
