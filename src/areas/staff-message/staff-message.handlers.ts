import type { Handlers } from '../../server/http/serve.ts';
import type { staffMessage } from './staff-message.contract.ts';
import { findMessage, setMessage } from './staff-message.queries.ts';

export const staffMessageHandlers: Handlers<typeof staffMessage> = {
  get: ({ db }) => findMessage(db),
  update: ({ db, body, staff }) => setMessage(db, body, staff),
};
