import { z } from 'zod';
import { cleanTypedText } from '../../contract/typed/clean-typed.ts';
import { defineCall } from '../../contract/call.ts';
import { UnstoredText } from '../../contract/forms/fields.ts';
import { defineForm } from '../../contract/forms/form.ts';
import { ChosenPassword } from '../../contract/forms/password.ts';
import { DoneMessage, NumberOrDigits, StaffLevel } from '../../contract/wire.ts';

export const SignInForm = z.object({
  email: z
    .string('User Name is required.')
    .overwrite(cleanTypedText)
    .min(1, 'User Name is required.')
    .max(200),
  password: z.string('Password is required.').min(1, 'Password is required.').max(200),
  /** The code of a user with a second factor: six digits from the phone, or a recovery code. */
  otp: UnstoredText(40).default(''),
});

const NewPassword = defineForm({
  current_password: z.string().min(1, 'is required').max(200),
  password: ChosenPassword,
});

/** The seconds since the user's last input: a key, a press or scrolling. */
const Input = z.object({
  seconds_ago: NumberOrDigits(
    z
      .number()
      .min(0)
      .max(30 * 86_400),
  ),
});
/**
 * The seconds since the last input that the server knows of, the longest time without input, and the rest of the session, which
 * ends however active the user is.
 */
const Left = z.object({ seconds_ago: z.number(), idle_seconds: z.number(), seconds_left: z.number() });

// prettier-ignore
export const session = {
  // The response headers access-token, uid, client, expiry and token-type have the token. The call commits its own
  // transactions, because a failure is recorded although the call is rejected.
  signIn:   defineCall({ method: 'POST',   path: '/api/auth/sign_in',    access: 'public', transaction: 'own', body: SignInForm, answer: z.object({ name: z.string() }) }),
  signOut:  defineCall({ method: 'DELETE', path: '/api/auth/sign_out',   access: 'staff', withGivenPassword: true, changes: ['sessions'], ours: true, answer: DoneMessage }),
  // Reports input that makes no call, such as typing. Screens send it marked as background, so that the call itself does not
  // count as input.
  input:    defineCall({ method: 'POST',   path: '/api/auth/input',      access: 'staff', withGivenPassword: true, urgency: 'caller', ours: true, body: Input, answer: Left }),
  password: defineCall({ method: 'PUT',    path: '/api/auth/password',   access: 'staff', withGivenPassword: true, changes: ['sessions'], ours: true, transaction: 'own', body: NewPassword.Form, answer: DoneMessage }),
  level:    defineCall({ method: 'POST',   path: '/api/ric_users/level', access: 'staff', withGivenPassword: true, writes: false, body: z.object({ email: z.string().max(200) }), answer: z.object({ level: StaffLevel }) }),
};
