import type { Context, Db } from '../../../server/process/context.ts';
import { SecondFactorRequired, Invalid, SignedOut } from '../../../server/http/errors.ts';
import type { Check } from '../../../server/records/forms.ts';
import { verifyPassword } from '../../../server/access/passwords.ts';
import { networkOf } from '../../../server/access/device.ts';
import { SOMEBODY, type Rejection } from '../../../server/access/rejections.ts';
import { transact } from '../../../server/database/transact.ts';
import { audit, auditedCaller } from '../../audit/audit.queries.ts';
import { knownDevice, rememberDevice } from './devices.queries.ts';
import { countTry, clearTries, forgiveNetwork, type SignInPair } from './pauses.queries.ts';
import { countingWrongCodes, hasSecondFactor, spendCode } from '../second-factor/second-factor.queries.ts';
import { findSignInUser, lockValidPassword, openSession, type SignInUser } from '../session.queries.ts';

// Every failure before the password is correct has the same sentence, which does not reveal if the account exists.
const INCORRECT = 'Your email or password are incorrect.';
const CODE_WANTED = 'Please enter the code of your second factor.';
const WRONG_CODE = 'This code is wrong, or was used already.';

type Trying = Pick<Context, 'db' | 'app' | 'address' | 'device'>;

/** The user with the correct password, and the origin of the try, which still counts as failed. */
type Right = { user: SignInUser; pair: SignInPair };

/**
 * Opens a session. Throws SignedOut if the password is wrong, SecondFactorRequired if it is correct and the code is missing, SlowDown after
 * too many tries.
 */
export async function signIn(context: Trying, typed: { email: string; password: string; otp: string }) {
  const right = await rightPassword(context, typed, 'could not sign in');
  if (!right) throw new SignedOut(INCORRECT);
  const { user, pair } = right;
  const { db, app } = context;
  const { otp } = typed;
  const open = () => transact(db, (one) => opened({ ...context, db: one }, user, otp));
  // A trusted device has its own limit of tries: somebody with only the password cannot use up those of the owner.
  const isCounted = otp !== '' && !pair.isKnown;
  const counted = { staffUserId: user.id, now: app.now() };
  const session = isCounted ? await countingWrongCodes(db, counted, open) : await open();
  if (session === null && otp === '') {
    await forgiveNetwork(db, pair);
    throw new SecondFactorRequired(CODE_WANTED);
  }
  if (session === null) {
    noteFailure(context, { action: 'could not sign in', user, why: 'wrong code' });
    throw new SecondFactorRequired(WRONG_CODE);
  }
  await clearTries(db, pair, app.now());
  return { ...session, user };
}

/** Opens the session and returns it with the browser's token; null, with nothing done, if the code is missing or wrong. */
async function opened({ db, app, device, address }: Trying, user: SignInUser, otp: string) {
  const now = app.now();
  if (!(await lockValidPassword(db, user))) throw new SignedOut(INCORRECT);
  if ((await hasSecondFactor(db, user.id)) && !(await isRightCode(db, user.id, { otp, now }))) return null;
  const entry = { action: 'signed in' as const, subject: 'ric_user', subject_id: user.id };
  await audit(db, { ...auditedCaller({ name: user.name, address }), ...entry });
  const token = await rememberDevice(db, user.id, { token: device.token, now });
  return { ...(await openSession(db, user.id, { now, hours: app.settings.sessionHours })), device: token };
}

const isRightCode = async (db: Db, staffUserId: number, typed: { otp: string; now: Date }) =>
  typed.otp !== '' && (await spendCode(db, staffUserId, typed));

/**
 * Returns the check of a password that its owner has to repeat, which counts as a try like a sign-in. Throws Invalid under
 * `current_password`.
 */
export const checkOwnPassword = (context: Trying, email: string, password: string | undefined): Check =>
  password !== undefined &&
  (async () => {
    const right = await rightPassword(context, { email, password }, 'was refused');
    if (!right) throw new Invalid({ current_password: ['is not your password'] });
    await clearTries(context.db, right.pair, context.app.now());
  });

/** Returns the user with this password, or null. Every try counts as failed until it is cleared; too many throw SlowDown. */
async function rightPassword(
  context: Trying,
  { email, password }: { email: string; password: string },
  action: Rejection['action'],
): Promise<Right | null> {
  const { db, app, address } = context;
  const { token } = context.device;
  const known = await knownDevice(db, { token, email }, app.now());
  const from = known === null ? networkOf(address) : `device ${known}`;
  const pair = { account: email.toLowerCase(), address: from, isKnown: known !== null };
  await countTry(db, pair, app.now());
  const user = await findSignInUser(db, email);
  const isRight = await verifyPassword(user?.password_hash ?? null, password);
  if (user && isRight) return { user, pair };
  noteFailure(context, { action, user, why: user ? 'wrong password' : 'unknown e-mail' });
  return null;
}

type Failure = Pick<Rejection, 'action'> & { user: SignInUser | undefined; why: string };
/** Records a failed try for its account. Text typed without such an account is not stored: it may be a password. */
function noteFailure({ app, address }: Trying, { action, user, why }: Failure): void {
  const whose = { subject: 'ric_user' as const, subject_id: user?.id ?? null };
  app.rejections.note({ made_by: SOMEBODY, address, action, ...whose, after: { why } }, app.now());
}
