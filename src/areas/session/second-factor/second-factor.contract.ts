import { z } from 'zod';
import { defineCall } from '../../../contract/call.ts';
import { UnstoredText } from '../../../contract/forms/fields.ts';
import { defineForm } from '../../../contract/forms/form.ts';
import { DoneMessage } from '../../../contract/wire.ts';

/** The typed code: six digits from the phone, or a recovery code. */
const Otp = UnstoredText(40).min(1, 'is required');
const current_password = z.string().min(1, 'is required').max(200);
const Beginning = defineForm({ current_password });
const Ending = defineForm({ current_password, otp: Otp });

const SecondFactor = z.object({
  is_set_up: z.boolean(),
  /** The number of unused recovery codes. */
  recovery_codes: z.number(),
  /** True if every staff user must have a second factor. */
  is_required: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** The secret for the phone: in Base32, and as an address to be shown as a QR code. */
const Begun = z.object({ secret: z.string(), address: z.string() });
export type SecondFactorSecret = z.infer<typeof Begun>;

/** The calls about the second factor of the signed-in user. */
// prettier-ignore
export const secondFactor = {
  show:    defineCall({ method: 'GET',  path: '/api/auth/second_factor',          access: 'staff', withoutSecondFactor: true, ours: true, answer: SecondFactor }),
  // The calls that check a password commit their own transactions, because a wrong password is counted although the call is
  // rejected.
  begin:   defineCall({ method: 'POST', path: '/api/auth/second_factor',          access: 'staff', withoutSecondFactor: true, ours: true, transaction: 'own', body: Beginning.Form, answer: Begun }),
  setUp:   defineCall({ method: 'PUT',  path: '/api/auth/second_factor',          access: 'staff', withoutSecondFactor: true, ours: true, changes: ['sessions'], body: z.object({ otp: Otp }), answer: z.object({ recovery_codes: z.array(z.string()) }) }),
  takeOff: defineCall({ method: 'POST', path: '/api/auth/second_factor/take_off', access: 'staff', ours: true, transaction: 'own', body: Ending.Form, answer: DoneMessage }),
};
