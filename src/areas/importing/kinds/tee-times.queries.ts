import { sql } from 'kysely';
import { localInstant } from '../../../contract/dates.ts';
import { TextOrEmpty } from '../../../contract/forms/fields.ts';
import { defineForm } from '../../../contract/forms/form.ts';
import { MoneyOrZero } from '../../../contract/forms/money.ts';
import { NO_CHARGE_TEXT } from '../../../contract/typed/amounts.ts';
import { parseTypedTime } from '../../../contract/typed/days-and-times.ts';
import { rejectField } from '../../../server/http/errors.ts';
import type { Db } from '../../../server/process/context.ts';
import { validateForm } from '../../../server/records/forms.ts';
import { auditCreatedRecords } from '../../audit/audit.queries.ts';
import { TeeTimeToBook } from '../../booking/booking.contract.ts';
import { INTERNAL_CONFIRMATION } from '../../availability/spots/own-rounds.rules.ts';
import { IMPORT_COMMAND, type ImportKind, type ImportRowContext } from '../kind.queries.ts';
import { INVALID_DAY_TEXT, parseDayCell } from '../reading/cells.rules.ts';
import { postImportedTransactions } from './ledger.queries.ts';
import { requireCourseNamed, requirePersonByEmail, requirePastDay } from './named.queries.ts';

const FIELDS = [
  'course',
  'play_date',
  'play_time',
  'players',
  'customer_email',
  'charge',
  'cost',
  'created_at',
  'agent',
  'confirmation',
  'folio',
  'notes',
  'internal_notes',
];
type Raw = Record<string, string>;

/** The form of a played tee time: as for a booking, but the course is given by name. */
const PastRound = defineForm(
  {
    tee_time: TeeTimeToBook.omit({ course: true }).extend({
      charge: MoneyOrZero.refine((cents) => cents > 0, NO_CHARGE_TEXT),
    }),
    cost: MoneyOrZero,
    agent: TextOrEmpty(100).default(IMPORT_COMMAND.name),
  },
  [],
  ['tee_time'],
);

/** Imports tee times that were played, charged to their customers' accounts, by the rules of a booking. */
export const teeTimeImport: ImportKind = {
  table: 'tee_times',
  fields: FIELDS,

  async read(raw, reading) {
    const { tee_time, cost, agent, ...ids } = await readRound(raw, reading);
    const { play_date, play_time, players, charge, confirmation, folio, notes, internal_notes } = tee_time;
    const record = {
      ...ids,
      play_date,
      play_time,
      players,
      raw_charge: charge,
      raw_cost: cost,
      agent,
      confirmation: confirmation || INTERNAL_CONFIRMATION,
      folio,
      notes,
      internal_notes,
      created_at: bookedAt(raw, play_date, reading.zone),
    };
    return { record, keys: [[ids.customer_id, ids.course_id, play_date, play_time].join(' ')] };
  },

  // Nobody else creates a past tee time, so no lock is needed.
  lock: async () => undefined,

  async findDoubles(db: Db, import_id: number) {
    await sql`update import_rows r set double_of = t.id
      from import_rows i, jsonb_populate_record(null::tee_times, i.record) p, tee_times t
      where r.import_id = ${import_id} and i.import_id = r.import_id and i.line = r.line and i.record is not null
        and t.customer_id = p.customer_id and t.course_id = p.course_id and t.play_date = p.play_date
        and t.play_time = p.play_time and t.state <> 'failed'`.execute(db);
  },

  async putIn(db: Db, good, maker) {
    await sql`
      insert into tee_times (id, state, source, agent, customer_id, course_id, play_date, play_time, players, players_booked,
        confirmation, folio, notes, internal_notes, should_email_customer, should_email_course, raw_charge, raw_total, raw_cost,
        created_at, updated_by)
      select r.made_id, 'booked', 'internal', t.agent, t.customer_id, t.course_id, t.play_date, t.play_time, t.players, t.players,
        t.confirmation, t.folio, t.notes, t.internal_notes, false, false, t.raw_charge, t.raw_charge, t.raw_cost,
        t.created_at, ${maker.name}
      from (${good}) r, jsonb_populate_record(null::tee_times, r.record) t`.execute(db);
    await postImportedTransactions(db, good, maker, {
      table: 'tee_times',
      column: 'tee_time_id',
      kind: 'booking',
      from: 'on_account',
      to: 'tee_time',
      cents: sql`t.raw_charge`,
    });
    const made = sql`select r.made_id as id, r.record || jsonb_build_object('id', r.made_id) as after from (${good}) r order by r.line`;
    await auditCreatedRecords(db, { made_by: maker.name, address: maker.address, subject: 'tee_time' }, made);
  },
};

/** Returns the instant of the booking, or the day of play if the booking's day is unknown. */
const bookedAt = ({ created_at }: Raw, play_date: string, zone: string): string =>
  new Date(localInstant(parseDayCell(created_at ?? '') ?? play_date, '00:00', zone)).toISOString();

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
// An impossible day such as 2024-02-30, and a missing one, are returned unchanged, so that the form rejects them.
function playDate(text: string): string {
  const day = parseDayCell(text);
  return day ?? (text === '' || ISO_DAY.test(text) ? text : rejectField('play_date', INVALID_DAY_TEXT));
}

/** Parses a row as a played tee time, and returns the ids of the customer and the course that the row names. */
async function readRound(raw: Raw, { db, today }: ImportRowContext) {
  const { course, customer_email, cost, agent, created_at, play_date, play_time, ...round } = raw;
  const tee_time = {
    ...round,
    // An unreadable time is passed on unchanged, so that the form rejects it.
    play_date: playDate(play_date ?? ''),
    play_time: parseTypedTime(play_time ?? '') ?? play_time,
  };
  const sent = PastRound.Form.parse({ tee_time, cost, agent });
  const ids = { course_id: 0, customer_id: 0 };
  const customer = { field: 'customer_email', text: customer_email, type: 'Customer' } as const;
  const accepts = await validateForm(sent, (soFar) => [
    () => refusePlayed(soFar.tee_time?.play_date, today),
    created_at !== undefined && (() => requirePastDay('created_at', created_at, today)),
    async () => {
      ids.course_id =
        (await requireCourseNamed(db, { field: 'course', text: course })) ?? rejectField('course', REQUIRED);
    },
    async () => {
      ids.customer_id = (await requirePersonByEmail(db, customer)) ?? rejectField('customer_email', REQUIRED);
    },
  ]);
  return { ...accepts, ...ids };
}

const REQUIRED = 'is required';

function refusePlayed(play_date: string | undefined, today: string): void {
  if (play_date !== undefined && play_date >= today)
    rejectField('play_date', 'must be before today: only rounds that are over are moved in');
}
