import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { form } from '../../contract/forms/form.ts';
import { ChosenPassword } from '../../contract/forms/password.ts';
import { Done, StaffLevel } from '../../contract/wire.ts';

export const SignIn = z.object({
  email: z.string('User Name is required.').trim().min(1, 'User Name is required.').max(200),
  password: z.string('Password is required.').min(1, 'Password is required.').max(200),
});

const NewPassword = form({
  current_password: z.string().min(1, 'is required').max(200),
  password: ChosenPassword,
});

// prettier-ignore
export const session = {
  // The token travels in the response headers access-token, uid, client, expiry and token-type. A failure is recorded
  // although the call is refused, hence a transaction of its own.
  signIn:   call({ method: 'POST',   path: '/api/auth/sign_in',    access: 'public', transaction: 'own', body: SignIn, answer: z.object({ name: z.string() }) }),
  signOut:  call({ method: 'DELETE', path: '/api/auth/sign_out',   access: 'staff', withGivenPassword: true, changes: ['sessions'], ours: true, answer: Done }),
  password: call({ method: 'PUT',    path: '/api/auth/password',   access: 'staff', withGivenPassword: true, changes: ['sessions'], ours: true, transaction: 'own', body: NewPassword.Form, answer: Done }),
  level:    call({ method: 'POST',   path: '/api/ric_users/level', access: 'staff', withGivenPassword: true, writes: false, body: z.object({ email: z.string().max(200) }), answer: z.object({ level: StaffLevel }) }),
};
