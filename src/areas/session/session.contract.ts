import { z } from 'zod';
import { cleanTyped } from '../../contract/typed/clean-typed.ts';
import { call } from '../../contract/call.ts';
import { UnstoredText } from '../../contract/forms/fields.ts';
import { form } from '../../contract/forms/form.ts';
import { ChosenPassword } from '../../contract/forms/password.ts';
import { DoneMessage, NumberSent, StaffLevel } from '../../contract/wire.ts';

export const SignInForm = z.object({
  email: z.string('User Name is required.').overwrite(cleanTyped).min(1, 'User Name is required.').max(200),
  password: z.string('Password is required.').min(1, 'Password is required.').max(200),
  /** For a user with a second factor: six digits of the phone's, or a recovery code. */
  otp: UnstoredText(40).default(''),
});

const NewPassword = form({
  current_password: z.string().min(1, 'is required').max(200),
  password: ChosenPassword,
});

/** The time since a user last pressed a key or a button, or scrolled. */
const Input = z.object({
  seconds_ago: NumberSent(
    z
      .number()
      .min(0)
      .max(30 * 86_400),
  ),
});
/** The server's idle time, its maximum, and the rest of the session, which ends however active the user is. */
const Left = z.object({ seconds_ago: z.number(), idle_seconds: z.number(), seconds_left: z.number() });

// prettier-ignore
export const session = {
  // The token is in the response headers access-token, uid, client, expiry and token-type. A failure is recorded although the
  // call is rejected, hence a transaction of its own.
  signIn:   call({ method: 'POST',   path: '/api/auth/sign_in',    access: 'public', transaction: 'own', body: SignInForm, answer: z.object({ name: z.string() }) }),
  signOut:  call({ method: 'DELETE', path: '/api/auth/sign_out',   access: 'staff', withGivenPassword: true, changes: ['sessions'], ours: true, answer: DoneMessage }),
  // Reports input that needs no call, such as typing. It is sent as background, so that it counts for the time when it happened.
  input:    call({ method: 'POST',   path: '/api/auth/input',      access: 'staff', withGivenPassword: true, urgency: 'caller', ours: true, body: Input, answer: Left }),
  password: call({ method: 'PUT',    path: '/api/auth/password',   access: 'staff', withGivenPassword: true, changes: ['sessions'], ours: true, transaction: 'own', body: NewPassword.Form, answer: DoneMessage }),
  level:    call({ method: 'POST',   path: '/api/ric_users/level', access: 'staff', withGivenPassword: true, writes: false, body: z.object({ email: z.string().max(200) }), answer: z.object({ level: StaffLevel }) }),
};
