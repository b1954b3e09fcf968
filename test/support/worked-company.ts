import type { Db } from '../../src/server/process/context.ts';
import { aCourse, aCustomer, aStaffUser } from './factories.ts';
import { addWorkedBooking, postLedgerEntries, COURSE_TERMS, type WorkedBooking } from './worked-bookings.ts';

/**
 * A small company whose figures every report and card must show: four staff users, three courses, two certificates, ten
 * tee times of which two are canceled and one is partly refunded, and one declined. Every request is made on Dec 3
 * 2026, 10:00 office time (WORKED_COMPANY_NOW). Amounts here are cents.
 */
export const WORKED_COMPANY_NOW = '2026-12-03T18:00:00Z';

const at = (monthDay: string, time: string) => `2026-${monthDay}T${time}:00Z`;
const EVERY_DAY = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export type WorkedCompany = Awaited<ReturnType<typeof workedCompany>>;

export async function workedCompany(db: Db) {
  const staff = {
    ruth: await aStaffUser(db, { name: 'Ruth Castellano', email: 'ruth@ric.example', level: 'admin' }),
    maria: await aStaffUser(db, { name: 'Maria Ortega', email: 'maria@ric.example', level: 'sdgr' }),
    june: await aStaffUser(db, { name: 'June Park', email: 'june@ric.example', level: 'psgr' }),
    claire: await aStaffUser(db, {
      name: 'Claire Dubois',
      email: 'claire@ric.example',
      level: 'hotels',
      removed_at: at('12-01', '18:00'),
    }),
  };
  const torrey = await aCourse(db, {
    course_name: 'Torrey Pines South',
    city: 'La Jolla',
    phone: '858-555-0100',
  });
  const aviara = await aCourse(db, { course_name: 'Aviara', city: 'Carlsbad', phone: '760-555-0100' });
  const pga = await aCourse(db, {
    course_name: 'PGA West Stadium',
    city: 'La Quinta',
    phone: '760-555-0180',
  });
  const courses = [torrey, aviara, pga].map(({ id }) => id);
  const rates = await addRates(db, courses);
  await db
    .insertInto('maintenances')
    .values([
      {
        course_id: torrey.id,
        start_date: '2026-11-30',
        end_date: '2026-12-02',
        description: 'Greens aerated',
      },
      { course_id: pga.id, start_date: '2026-12-23', end_date: '2026-12-26', description: 'Overseeding' },
    ])
    .execute();
  const club = await db
    .insertInto('rental_clubs')
    .values({
      course_id: torrey.id,
      raw_charge: 65_00,
      raw_cost: 45_00,
      raw_commission: 5_00,
      is_dollars: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const discount = await db
    .insertInto('discounts')
    .values({ code: 'FIFTY', start_date: '2026-01-01', end_date: '2026-12-31', raw_amount: 50_00 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const certificates = {
    first: await sellCertificate(db, {
      serial: 'GC-1001',
      value: 100_00,
      price: 100_00,
      sold: at('11-02', '18:00'),
    }),
    second: await sellCertificate(db, {
      serial: 'GC-1002',
      value: 150_00,
      price: 135_00,
      sold: at('11-20', '18:00'),
      byEmail: true,
    }),
  };
  const { maria, june, claire, ruth } = staff;
  const book = (given: WorkedBooking) =>
    addWorkedBooking(db, { courses, rates, club: club.id, discount: discount.id, by: ruth.id }, given);
  // prettier-ignore
  const teeTimes = [
    await book({ created: at('10-15', '17:00'), course: 2, play: ['2026-10-20', '08:00'], players: 2, staff: maria, charge: 400_00, isCard: true }),
    await book({ created: at('11-01', '06:30'), course: 1, play: ['2026-11-07', '10:00'], players: 3, staff: june, charge: 315_00, isCard: false, canceled: at('11-04', '19:00') }),
    await book({ created: at('11-03', '18:00'), course: 1, play: ['2026-11-10', '09:10'], players: 4, staff: maria, charge: 420_00, clubs: 2, discount: 50_00, isCard: true }),
    await book({ created: at('11-03', '20:00'), course: 2, play: ['2026-11-12', '08:00'], players: 2, staff: june, charge: 400_00, certificate: [certificates.first, 100_00], isCard: true }),
    await book({ created: at('11-21', '18:00'), course: 1, play: ['2026-11-27', '07:30'], players: 4, staff: maria, charge: 420_00, certificate: [certificates.second, 150_00], isCard: true, canceled: at('11-22', '19:00'), refunded: [at('11-22', '19:00'), 270_00, 70_00] }),
    await book({ created: at('11-21', '19:00'), course: 3, play: ['2026-11-21', '14:00'], players: 4, staff: claire, charge: 120_00, isCard: false }),
    await book({ created: at('11-20', '20:00'), course: 1, play: ['2026-12-05', '07:42'], players: 2, source: 'external', agent: 'Site', charge: 210_00, isCard: true, refunded: [at('12-02', '18:00'), 30_00, 0] }),
    await book({ created: at('11-22', '17:00'), course: 1, play: ['2026-11-28', '08:20'], players: 3, booked: 4, source: 'external', staff: maria, charge: 420_00, isCard: true }),
    await book({ created: at('11-22', '18:00'), course: 2, play: ['2026-11-29', '09:00'], players: 4, source: 'misc', agent: 'Golf Pacific Tours', charge: 800_00, isCard: false }),
    await book({ created: at('11-23', '07:30'), course: 2, play: ['2026-11-30', '11:00'], players: 2, staff: ruth, confirmation: 'INTERNAL', noRate: true, charge: 380_00, isCard: true }),
  ];
  await book({
    created: at('11-22', '20:00'),
    course: 1,
    play: ['2026-11-29', '10:00'],
    players: 2,
    staff: maria,
    charge: 210_00,
    isCard: true,
    declined: true,
  });
  return { staff, courses: { torrey, aviara, pga }, certificates, teeTimes };
}

async function addRates(db: Db, courses: number[]): Promise<number[]> {
  const ranges = [
    { start: '2026-11-01', end: '2027-03-31', rate_days: EVERY_DAY, description: 'Every day' },
    {
      start: '2026-01-01',
      end: '2026-12-31',
      rate_days: EVERY_DAY.slice(0, 5),
      time_start: '06:00',
      time_end: '14:00',
      description: 'Weekday morning',
    },
    {
      start: '2026-10-01',
      end: '2027-05-31',
      rate_days: ['Fri', 'Sat', 'Sun', 'H'],
      description: 'Season weekend',
    },
  ];
  const notes = [
    {},
    { rate_sheet_note: 'Weekday' },
    { rate_sheet_note: 'Season weekend', external_memo: 'Balance is paid at the course' },
  ];
  const ids: number[] = [];
  for (const [i, { rate_type, ...terms }] of COURSE_TERMS.entries()) {
    const type = rate_type === 'ApiGolfRate' ? 'ApiGolfRate' : 'RicGolfRate';
    const { id } = await db
      .insertInto('rates')
      .values({ course_id: courses[i] ?? 0, type, ...terms, ...notes[i] })
      .returning('id')
      .executeTakeFirstOrThrow();
    const range = ranges[i];
    if (range)
      await db
        .insertInto('rate_date_ranges')
        .values({ golf_rate_id: id, ...range })
        .execute();
    ids.push(id);
  }
  return ids;
}

type Sale = { serial: string; value: number; price: number; sold: string; byEmail?: boolean };

export async function sellCertificate(db: Db, { serial, value, price, sold, byEmail = false }: Sale) {
  const purchaser = await aCustomer(db, { first_name: 'Pat', last_name: 'Purchaser' });
  const recipient = await aCustomer(db, {
    first_name: 'Rae',
    last_name: 'Recipient',
    type: 'GiftCertificateRecipient',
  });
  return db.transaction().execute(async (trx) => {
    const certificate = await trx
      .insertInto('gift_certificates')
      .values({
        serial,
        raw_value: value,
        raw_price: price,
        raw_balance: value,
        email_delivery: byEmail,
        mail_recipient: !byEmail,
        customer_id: purchaser.id,
        recipient_id: recipient.id,
        created_at: sold,
      })
      .returning(['id', 'serial'])
      .executeTakeFirstOrThrow();
    await postLedgerEntries(
      trx,
      { kind: 'certificate_sale', gift_certificate_id: certificate.id, created_at: sold },
      [
        { account: 'certificate_sale', raw_amount: price, gift_certificate_id: certificate.id },
        { account: 'discount', raw_amount: value - price, gift_certificate_id: certificate.id },
        { account: 'gift_certificate', raw_amount: -value, gift_certificate_id: certificate.id },
      ],
    );
    return certificate;
  });
}
