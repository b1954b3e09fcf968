import { setTimeout as pause } from 'node:timers/promises';
import { giftCertificates } from '../../src/areas/gift-certificates/gift-certificates.contract.ts';
import { installation } from '../../src/areas/installation/installation.contract.ts';
import { session as sessionCalls } from '../../src/areas/session/session.contract.ts';
import { staffUsers } from '../../src/areas/staff-users/staff-users.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { ReceivedAnswer, HeaderFields } from '../support/app.ts';
import { aCertificate, aCustomer, aStaffUser, aTeeTime, TEST_PASSWORD } from '../support/factories.ts';
import type { RaceRound } from './race-rounds.ts';
import { compareCounts, noDamage, type RaceDamage, type SignedInCaller } from './racing.ts';

const WORTH = 10_000;

/** Everybody saves their loaded version at once: one is saved, the others hear that it was changed. */
export async function editAgainstEdit(round: RaceRound): Promise<RaceDamage> {
  return round.number % 2 === 0 ? editTeeTime(round) : adjustCertificate(round);
}

async function editTeeTime({ app, course, agents }: RaceRound): Promise<RaceDamage> {
  const customer = await aCustomer(app.db);
  const { id } = await aTeeTime(app.db, { course_id: course, customer_id: customer.id });
  const stored = () =>
    app.db.selectFrom('tee_times').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { updated_at } = await stored();
  const answers = await Promise.all(
    agents.map((agent, at) =>
      agent(teeTimes.update, { body: { id, tee_time: { notes: `by ${at}`, updated_at } } }),
    ),
  );
  const damage = noDamage();
  const winner = compareStale(damage, answers);
  const kept = (await stored()).notes === `by ${winner}`;
  compareCounts(damage, 'the notes of the one who saved', { is: Number(kept), must: 1 });
  return damage;
}

async function adjustCertificate({ app, admins }: RaceRound): Promise<RaceDamage> {
  const { id } = await aCertificate(app.db, { raw_value: WORTH });
  const stored = () =>
    app.db.selectFrom('gift_certificates').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { updated_at } = await stored();
  const answers = await Promise.all(
    admins.map((admin, at) =>
      admin(giftCertificates.update, {
        body: { id, gift_certificate: { balance: `${50 + at}.00`, updated_at } },
      }),
    ),
  );
  const damage = noDamage();
  const winner = compareStale(damage, answers);
  compareCounts(damage, 'cents of the one who saved', {
    is: (await stored()).raw_balance,
    must: 5_000 + winner * 100,
  });
  const adjusted = await app.db
    .selectFrom('ledger_transactions')
    .select('id')
    .where('gift_certificate_id', '=', id)
    .where('kind', '=', 'certificate_adjustment')
    .execute();
  compareCounts(damage, 'adjustments in the ledger', { is: adjusted.length, must: 1 });
  return damage;
}

/** Expects one 200, and a 409 for all others; returns the index of the saved one. */
function compareStale(damage: RaceDamage, answers: ReceivedAnswer[]): number {
  const count = (status: number) => answers.filter((one) => one.status === status).length;
  compareCounts(damage, 'saved edits', { is: count(200), must: 1 });
  compareCounts(damage, 'stale edits', { is: count(409), must: answers.length - 1 });
  return answers.findIndex(({ status }) => status === 200);
}

/** A user signs in and works while two admins delete them: one deletes, and afterwards none of the user's sessions work. */
export async function deletionAgainstSignIn({
  app,
  agents,
  admins,
  stranger,
}: RaceRound): Promise<RaceDamage> {
  // Otherwise the rate limit would count the failures of all rounds from one address.
  await app.db.deleteFrom('allowances').execute();
  const user = await aStaffUser(app.db);
  // Five failures are free, and an undecided sign-in counts as one.
  const signIn = () =>
    stranger(sessionCalls.signIn, { body: { email: user.email, password: TEST_PASSWORD } });
  const before = headersOf(await signIn());
  const remove = async (admin: SignedInCaller) => {
    await pause(Math.random() * 60);
    return admin(staffUsers.remove, { params: { id: user.id } });
  };
  const work = () => stranger(installation.settings, {}, before);
  const [signedIn, removed, worked] = await Promise.all([
    Promise.all(Array.from({ length: 5 }, signIn)),
    Promise.all(admins.slice(0, 2).map(remove)),
    Promise.all(Array.from({ length: agents.length - 7 }, work)),
  ]);
  const damage = noDamage();
  const count = (answers: ReceivedAnswer[], ...statuses: number[]) =>
    answers.filter(({ status }) => statuses.includes(status)).length;
  compareCounts(damage, 'deletions', { is: count(removed, 200), must: 1 });
  compareCounts(damage, 'deletions of nobody', { is: count(removed, 404), must: 1 });
  compareCounts(damage, 'sign-ins answered', { is: count(signedIn, 200, 401), must: 5 });
  compareCounts(damage, 'calls answered', { is: count(worked, 200, 401), must: worked.length });
  const opened = [before, ...signedIn.filter(({ status }) => status === 200).map(headersOf)];
  const after = await Promise.all(opened.map((headers) => stranger(installation.settings, {}, headers)));
  compareCounts(damage, 'sessions that still work', { is: after.length - count(after, 401), must: 0 });
  compareCounts(damage, 'sign-ins afterwards', { is: count([await signIn()], 200), must: 0 });
  const live = await app.db
    .selectFrom('sign_ins')
    .select('client')
    .where('staff_user_id', '=', user.id)
    .where('ended_at', 'is', null)
    .execute();
  compareCounts(damage, 'live sessions', { is: live.length, must: 0 });
  return damage;
}

const headersOf = ({ headers }: ReceivedAnswer): HeaderFields =>
  Object.fromEntries(['access-token', 'uid', 'client'].map((name) => [name, String(headers[name])]));
