import type { CallContext, Db } from '../../../server/process/context.ts';
import { SecondFactorRequired, InvalidFields, SignedOut } from '../../../server/http/errors.ts';
import type { FormCheck } from '../../../server/records/forms.ts';
import { verifyPassword } from '../../../server/access/passwords.ts';
import { addressRangeOf } from '../../../server/access/device.ts';
import { UNKNOWN_CALLER, type Rejection } from '../../../server/access/rejections.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { findTrustedDevice, trustDevice } from './devices.queries.ts';
import {
  countSignInAttempt,
  clearFailedSignIns,
  uncountForNetwork,
  type SignInAttempt,
} from './pauses.queries.ts';
import { limitWrongCodes, hasSecondFactor, consumeCode } from '../second-factor/second-factor.queries.ts';
import { findSignInUser, lockValidPassword, openSession, type SignInUser } from '../session.queries.ts';

// One sentence for every failure before the password is correct, so that it does not reveal if the account exists.
const INCORRECT = 'Your email or password are incorrect.';
const CODE_WANTED = 'Please enter the code of your second factor.';
const WRONG_CODE = 'This code is wrong, or was used already.';

type Trying = Pick<CallContext, 'db' | 'app' | 'address' | 'device'>;

/** The user whose password was correct, and the account and origin of the attempt, which still counts as failed. */
type Right = { user: SignInUser; pair: SignInAttempt };

/**
 * Signs a staff user in. Throws SignedOut if the password is wrong, SecondFactorRequired if it is correct and the code is
 * missing or wrong, TooManyRequests after too many attempts.
 */
export async function signIn(context: Trying, typed: { email: string; password: string; otp: string }) {
  const right = await rightPassword(context, typed, 'could not sign in');
  if (!right) throw new SignedOut(INCORRECT);
  const { user, pair } = right;
  const { db, app } = context;
  const { otp } = typed;
  const open = () => runTransaction(db, (one) => opened({ ...context, db: one }, user, otp));
  // Codes from a trusted device are limited by the device's own failures, so that somebody who knows only the password cannot
  // use up the owner's attempts.
  const isCounted = otp !== '' && !pair.isKnown;
  const counted = { staffUserId: user.id, now: app.now() };
  const session = isCounted ? await limitWrongCodes(db, counted, open) : await open();
  if (session === null && otp === '') {
    await uncountForNetwork(db, pair);
    throw new SecondFactorRequired(CODE_WANTED);
  }
  if (session === null) {
    noteFailure(context, { action: 'could not sign in', user, why: 'wrong code' });
    throw new SecondFactorRequired(WRONG_CODE);
  }
  await clearFailedSignIns(db, pair, app.now());
  return { ...session, user };
}

/** Opens a session and returns it with the browser's token. Returns null and changes nothing if the code is missing or wrong. */
async function opened({ db, app, device, address }: Trying, user: SignInUser, otp: string) {
  const now = app.now();
  if (!(await lockValidPassword(db, user))) throw new SignedOut(INCORRECT);
  if ((await hasSecondFactor(db, user.id)) && !(await isRightCode(db, user.id, { otp, now }))) return null;
  const entry = { action: 'signed in' as const, subject: 'ric_user', subject_id: user.id };
  await audit(db, { ...auditCaller({ name: user.name, address }), ...entry });
  const token = await trustDevice(db, user.id, { token: device.token, now });
  return { ...(await openSession(db, user.id, { now, hours: app.settings.sessionHours })), device: token };
}

const isRightCode = async (db: Db, staffUserId: number, typed: { otp: string; now: Date }) =>
  typed.otp !== '' && (await consumeCode(db, staffUserId, typed));

/**
 * Returns a check of the password that a signed-in user must repeat; it is limited like a sign-in. The check throws InvalidFields
 * under `current_password`.
 */
export const checkOwnPassword = (context: Trying, email: string, password: string | undefined): FormCheck =>
  password !== undefined &&
  (async () => {
    const right = await rightPassword(context, { email, password }, 'was refused');
    if (!right) throw new InvalidFields({ current_password: ['is not your password'] });
    await clearFailedSignIns(context.db, right.pair, context.app.now());
  });

/**
 * Returns the user with this e-mail and password, or null. The attempt counts as failed until `clearFailedSignIns` is called. Throws
 * TooManyRequests after too many attempts.
 */
async function rightPassword(
  context: Trying,
  { email, password }: { email: string; password: string },
  action: Rejection['action'],
): Promise<Right | null> {
  const { db, app, address } = context;
  const { token } = context.device;
  const known = await findTrustedDevice(db, { token, email }, app.now());
  const from = known === null ? addressRangeOf(address) : `device ${known}`;
  const pair = { account: email.toLowerCase(), address: from, isKnown: known !== null };
  await countSignInAttempt(db, pair, app.now());
  const user = await findSignInUser(db, email);
  const isRight = await verifyPassword(user?.password_hash ?? null, password);
  if (user && isRight) return { user, pair };
  noteFailure(context, { action, user, why: user ? 'wrong password' : 'unknown e-mail' });
  return null;
}

type Failure = Pick<Rejection, 'action'> & { user: SignInUser | undefined; why: string };
/**
 * Records a failed attempt in the audit trail. An e-mail that belongs to no account is not stored, because it may be a mistyped
 * password.
 */
function noteFailure({ app, address }: Trying, { action, user, why }: Failure): void {
  const whose = { subject: 'ric_user' as const, subject_id: user?.id ?? null };
  app.rejections.note({ made_by: UNKNOWN_CALLER, address, action, ...whose, after: { why } }, app.now());
}
