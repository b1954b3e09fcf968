import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { NO_CARD_NUMBER_RULE } from '../../contract/forms/fields.ts';
import { DoneMessage, UtcInstant } from '../../contract/wire.ts';

const MOST_CHARACTERS = 20_000;

/** The staff message: plain text, shown on every screen; empty if there is none. */
const StaffMessage = z.object({ message: z.string(), updated_at: UtcInstant });
const StaffMessageForm = z.object({
  message: z
    .string()
    .max(MOST_CHARACTERS, `must have at most ${MOST_CHARACTERS} characters`)
    .refine(...NO_CARD_NUMBER_RULE),
  /** The version that the client has loaded, by its time: a save over a newer message is rejected. */
  updated_at: UtcInstant.nullish(),
});

// prettier-ignore
export const staffMessage = {
  get:    defineCall({ method: 'GET', path: '/api/ric_messages/get',    access: 'staff', answer: StaffMessage }),
  update: defineCall({ method: 'PUT', path: '/api/ric_messages/update', access: 'admin', changes: ['staff_message'], body: StaffMessageForm, answer: DoneMessage }),
};
