import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { addDays } from '../../src/contract/dates.ts';
import { PARTNER_ACTIONS, type PartnerAction } from '../../src/contract/partners/partners.ts';
import type { TestCardBehavior } from '../../src/integrations/payment/test-cards.ts';
import type { Tables } from '../../src/server/database/tables.ts';
import type { Db } from '../../src/server/process/context.ts';
import { partnerInterface } from '../../src/areas/partner-interface/partner-interface.contract.ts';
import type { HeaderFields, TestApp } from './app.ts';
import { aCard } from './bookings.ts';
import { aCourse, anOpenTime, aRate } from './factories.ts';
import { uniqueText } from './unique-text.ts';

export const EVERY_ACTION = Object.keys(PARTNER_ACTIONS) as PartnerAction[];

export type PartnerWithKey = {
  id: number;
  name: string;
  key_id: number;
  group_id: number;
  headers: HeaderFields;
};
type Given = { name?: string; is_public_site?: boolean; actions?: PartnerAction[]; courses?: number[] };

/** Creates a partner without an API key, by default not the public site. */
export const aPartnerWithoutKey = (db: Db, given: Partial<Insertable<Tables['api_users']>> = {}) =>
  db
    .insertInto('api_users')
    .values({ api_user_name: `Partner ${uniqueText()}`, ...given })
    .returning(['id', 'api_user_name'])
    .executeTakeFirstOrThrow();

/**
 * Creates a partner with an API key, and a course group that by default grants the partner every action on the given
 * courses.
 */
export async function aPartner(db: Db, given: Given = {}): Promise<PartnerWithKey> {
  const { name, is_public_site = false, actions = EVERY_ACTION, courses = [] } = given;
  const named = name !== undefined && { api_user_name: name };
  const { id, api_user_name } = await aPartnerWithoutKey(db, { is_public_site, ...named });
  const { key_id, headers } = await aPartnerKey(db, id);
  const group_id = await aCourseGroup(db, { actions, courses, users: [id] });
  return { id, name: api_user_name, key_id, group_id, headers };
}

/** Creates an API key of a partner, and returns the headers that send it. */
export async function aPartnerKey(
  db: Db,
  api_user_id: number,
): Promise<{ key_id: number; headers: HeaderFields }> {
  const key = randomBytes(32).toString('base64url');
  const key_hash = createHash('sha256').update(key).digest('hex');
  const made = await db
    .insertInto('api_keys')
    .values({ api_user_id, key_hash, key_end: key.slice(-4) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { key_id: made.id, headers: { authorization: `Bearer ${key}` } };
}

type Group = { actions: PartnerAction[]; courses: number[]; users: number[] };
export async function aCourseGroup(db: Db, { actions, courses, users }: Group): Promise<number> {
  const { id: course_group_id } = await db
    .insertInto('course_groups')
    .values({ group_name: `Group ${uniqueText()}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = <T>(all: readonly T[]) => (all.length > 0 ? all : null);
  const granted = rows(actions)?.map((name) => ({ course_group_id, api_action_id: PARTNER_ACTIONS[name] }));
  const there = rows(courses)?.map((course_id) => ({ course_group_id, course_id }));
  const members = rows(users)?.map((api_user_id) => ({ course_group_id, api_user_id }));
  if (granted) await db.insertInto('course_group_actions').values(granted).execute();
  if (there) await db.insertInto('course_group_courses').values(there).execute();
  if (members) await db.insertInto('course_group_users').values(members).execute();
  return course_group_id;
}

/** Creates a course with a rate of $100.00 a player and an open time at 07:42 on June 1st 2030, for parties of 2 and 4. */
export async function aCourseWithOpenTime(db: Db, given: Parameters<typeof aCourse>[1] = {}) {
  const course = (await aCourse(db, given)).id;
  const rate = (await aRate(db, course)).id;
  const time = (await anOpenTime(db, { course_id: course, rate_id: rate })).id;
  return { course, rate, time };
}

let times = 0;
const MINUTES = 16 * 60;
/**
 * Creates another open time of such a course, each on its own day from June 2nd 2030 on, because one booking may use up a
 * whole open time.
 */
export async function anotherOpenTime(db: Db, { course, rate }: { course: number; rate: number }) {
  const [day, minute] = [Math.floor(times / MINUTES), 6 * 60 + (times % MINUTES)];
  times += 1;
  const at = {
    available_date: addDays('2030-06-02', day),
    available_time: Math.floor(minute / 60) * 100 + (minute % 60),
  };
  return (await anOpenTime(db, { course_id: course, rate_id: rate, ...at })).id;
}

/** Returns a card token, as the built-in gateway gives it to a browser for a test card. */
export async function aCardToken(
  gatewayUrl: string,
  behaviour: TestCardBehavior = 'approved',
): Promise<string> {
  const answer = await fetch(`${gatewayUrl}/fields/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(aCard(behaviour)),
  });
  const { token } = (await answer.json()) as { token: string };
  return token;
}

export const withIdempotencyKey = (headers: HeaderFields, key: string = randomUUID()): HeaderFields => ({
  ...headers,
  'idempotency-key': key,
});

/** People are numbered and not named at random, because one random number in two thousand looks like a card number. */
let people = 0;
export const aPartnerCustomer = () => ({
  first_name: 'Ana',
  last_name: 'Silva',
  email: `ana-${(people += 1)}@customer.example`,
});

/** Returns the body of a partner's booking for a party of four, for a new customer each time. */
export const aPartnerBooking = (open_time_id: number, more: object = {}) => ({
  open_time_id,
  players: 4,
  customer: aPartnerCustomer(),
  ...more,
});

/** Books through the partner API; returns the status and body of the answer. */
export const bookAsPartner = (
  app: TestApp,
  headers: HeaderFields,
  booking: object,
  key: string = randomUUID(),
) => app.call(partnerInterface.book, { body: booking }, withIdempotencyKey(headers, key));
