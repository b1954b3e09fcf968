import type { Handlers } from '../../server/http/serve.ts';
import type { payments } from './payments.contract.ts';

export const paymentHandlers: Handlers<typeof payments> = {
  gateway: ({ app }) => ({ is_away: app.integrations.breaker.isOpen }),
};
