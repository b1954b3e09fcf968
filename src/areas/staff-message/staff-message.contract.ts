import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { NO_CARD } from '../../contract/forms/fields.ts';
import { DoneMessage, Instant } from '../../contract/wire.ts';

const MOST_CHARACTERS = 20_000;

/** The staff message: plain text, shown on every screen; empty if there is none. */
const StaffMessage = z.object({ message: z.string(), updated_at: Instant });
const StaffMessageForm = z.object({
  message: z
    .string()
    .max(MOST_CHARACTERS, `must have at most ${MOST_CHARACTERS} characters`)
    .refine(...NO_CARD),
  /** The version that the client has loaded, by its time: a save over a newer message is rejected. */
  updated_at: Instant.nullish(),
});

// prettier-ignore
export const staffMessage = {
  get:    call({ method: 'GET', path: '/api/ric_messages/get',    access: 'staff', answer: StaffMessage }),
  update: call({ method: 'PUT', path: '/api/ric_messages/update', access: 'admin', changes: ['staff_message'], body: StaffMessageForm, answer: DoneMessage }),
};
