import { beforeAll, expect } from 'vitest';
import {
  roundChanges,
  type RoundChangeResult,
} from '../../src/areas/tee-times/repricing/round-changes.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import { testApp, type ReceivedAnswer, type HeaderFields } from './app.ts';
import { aCard, bookTeeTime } from './bookings.ts';
import { aCourse, aRate } from './factories.ts';

export const CALL_COURSE_MESSAGE =
  'The reservation at the course is not moved by this. Please call the course.';

type Way = { by?: object; difference?: 'settle' | 'keep'; card?: ReturnType<typeof aCard>; key?: string };

/**
 * Sets up a company with two courses, one more expensive, on May 30th 2030, and returns functions that change a tee time as
 * the screen does.
 */
export function changingSetup() {
  const app = testApp({ settings: { REFUND_APPROVAL_ABOVE: '400', LARGE_CHARGE: '300' } });
  const at = { agent: {} as HeaderFields, course: 0, dear: 0 };

  beforeAll(async () => {
    app.setClock('2030-05-30T22:42:00Z');
    at.agent = await app.signedIn('agent');
    at.course = (await aCourse(app.db, { course_name: 'Aviara' })).id;
    await aRate(app.db, at.course, {
      raw_rate: 10_000,
      raw_service_fee: 300,
      raw_wholesale_rate: 6_000,
      cancel_hours: 24,
    });
    at.dear = (await aCourse(app.db, { course_name: 'Torrey' })).id;
    await aRate(app.db, at.dear, {
      raw_rate: 15_000,
      raw_wholesale_rate: 9_000,
      cancel_hours: 72,
      raw_non_refundable: 500,
    });
  });

  type Given = Parameters<typeof bookTeeTime>[2];
  /** Books four players on June 20th for $412.00, by card by default. */
  async function booked(given: Partial<Given> & { card?: boolean } = {}): Promise<number> {
    const { card = true, tee_time, ...rest } = given;
    const { id } = await bookTeeTime(app, at.agent, {
      course: at.course,
      ...(card && { credit_card: aCard() }),
      tee_time: { play_date: '2030-06-20', ...tee_time },
      ...rest,
    });
    return id;
  }

  const round = (id: number, to: Record<string, unknown> = {}) => ({
    id,
    players: 4,
    play_date: '2030-06-20',
    play_time: '07:42',
    course: { id: at.course },
    ...({ terms: 'frozen', ...to } as { terms: 'frozen' | 'today' }),
  });
  const quote = (id: number, to: Record<string, unknown> = {}) =>
    app.ok(roundChanges.quote, { body: round(id, to) }, at.agent);

  /** Requests the quote for a change and sends the quote's values, as the screen does. */
  async function change(id: number, to: Record<string, unknown>, way: Way = {}): Promise<ReceivedAnswer> {
    const { by, difference = 'settle', card, key } = way;
    const { raw_difference, updated_at } = await quote(id, to);
    const body = {
      ...round(id, to),
      difference,
      shown_difference: raw_difference,
      updated_at,
      ...(card && { credit_card: card }),
      ...by,
    };
    const keyed = { ...at.agent, ...(key !== undefined && { 'idempotency-key': key }) };
    return app.call(roundChanges.change, { body }, keyed);
  }

  const done = async (answered: Promise<ReceivedAnswer>): Promise<RoundChangeResult> => {
    const { status, body } = await answered;
    expect({ status, body }).toMatchObject({ status: 200 });
    return body as RoundChangeResult;
  };
  const shown = (id: number) => app.ok(teeTimes.show, { params: { id } }, at.agent);
  const cancel = (id: number, body: object) => app.ok(teeTimes.cancel, { body: { id, ...body } }, at.agent);
  /** Returns the audit entry of a tee time's last change. */
  async function entryOf(subject_id: number): Promise<unknown> {
    const { after } = await app.db
      .selectFrom('audit_entries')
      .select('after')
      .where('subject', '=', 'tee_time')
      .where('subject_id', '=', subject_id)
      .where('action', '=', 'changed the round')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return after;
  }

  return { app, at, booked, round, quote, change, done, shown, cancel, entryOf };
}
