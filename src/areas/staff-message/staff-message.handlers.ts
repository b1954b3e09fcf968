import type { CallHandlers } from '../../server/http/serve.ts';
import type { staffMessage } from './staff-message.contract.ts';
import { findStaffMessage, saveStaffMessage } from './staff-message.queries.ts';

export const staffMessageHandlers: CallHandlers<typeof staffMessage> = {
  get: ({ db }) => findStaffMessage(db),
  update: ({ db, body, staff }) => saveStaffMessage(db, body, staff),
};
