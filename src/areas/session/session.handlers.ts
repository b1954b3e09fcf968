import type { Context } from '../../server/process/context.ts';
import { Forbidden, Invalid, NotFound, SignedOut } from '../../server/http/errors.ts';
import { accepted, type Check } from '../../server/records/forms.ts';
import { hashPassword, verifyPassword } from '../../server/access/passwords.ts';
import type { Handlers } from '../../server/http/serve.ts';
import { networkOf } from '../../server/access/device.ts';
import { forgetDevices, knownDevice, rememberDevice } from './devices.queries.ts';
import { countTry, forgetTries } from './pauses.queries.ts';
import { audit, by } from '../audit/audit.queries.ts';
import type { session } from './session.contract.ts';
import {
  endSessions,
  findLevel,
  findSignInUser,
  keepsPassword,
  openSession,
  setPassword,
} from './session.queries.ts';

// One sentence for every failure: it does not tell whether the account exists.
const INCORRECT = 'Your email or password are incorrect.';

export const sessionHandlers: Handlers<typeof session> = {
  signIn: async ({ body, ...context }) => {
    const user = await userOf(context, body);
    if (!user) throw new SignedOut(INCORRECT);
    const now = context.desk.now();
    const hours = context.desk.settings.sessionHours;
    const { token } = context.device;
    const opened = await context.db.transaction().execute(async (db) => {
      if (!(await keepsPassword(db, user))) throw new SignedOut(INCORRECT);
      const device = await rememberDevice(db, user.id, { token, now });
      return { ...(await openSession(db, user.id, { now, hours })), device };
    });
    context.device.keep(opened.device);
    context.setHeader('access-token', opened.token);
    context.setHeader('uid', user.email);
    context.setHeader('client', opened.client);
    context.setHeader('expiry', String(opened.expiry));
    context.setHeader('token-type', 'Bearer');
    return { name: user.name };
  },

  signOut: async ({ db, desk, staff }) => {
    await endSessions(db, { client: staff.client }, desk.now());
    return {};
  },

  password: async ({ body, staff, ...context }) => {
    const { password } = await accepted(body, ({ current_password }) => [
      isTheirs(context, staff.email, current_password),
    ]);
    const password_hash = await hashPassword(password);
    await context.db.transaction().execute(async (db) => {
      await setPassword(db, staff.id, password_hash);
      await forgetDevices(db, staff.id, context.device.token);
      await endSessions(db, { staffUserId: staff.id, butClient: staff.client }, context.desk.now());
      await audit(db, {
        ...by(staff),
        action: 'changed the password',
        subject: 'ric_user',
        subject_id: staff.id,
      });
    });
    return {};
  },

  level: async ({ db, body, staff }) => {
    const email = body.email.trim().toLowerCase();
    if (email === staff.email.toLowerCase()) return { level: staff.level };
    if (staff.level !== 'admin') throw new Forbidden('You may only ask for your own level.');
    const level = await findLevel(db, email);
    if (!level) throw new NotFound('This user');
    return { level };
  },
};

/** The check of the password that is given up, which is a try as at signing in; Invalid under `current_password`. */
const isTheirs = (context: Trying, email: string, password: string | undefined): Check =>
  password !== undefined &&
  (async () => {
    const user = await userOf(context, { email, password });
    if (!user) throw new Invalid({ current_password: ['is not your password'] });
  });

type Trying = Pick<Context, 'db' | 'desk' | 'address' | 'device'>;

/** The user whose password it is, or null. Every try that fails counts; too many answer SlowDown. */
async function userOf(
  { db, desk, address, device: { token } }: Trying,
  { email, password }: { email: string; password: string },
) {
  const known = await knownDevice(db, { token, email }, desk.now());
  const from = known === null ? networkOf(address) : `device ${known}`;
  const pair = { account: email.toLowerCase(), address: from, isKnown: known !== null };
  await countTry(db, pair, desk.now());
  const user = await findSignInUser(db, email);
  if (!(await verifyPassword(user?.password_hash ?? null, password))) return null;
  await forgetTries(db, pair, desk.now());
  return user ?? null;
}
