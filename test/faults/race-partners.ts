import { randomUUID } from 'node:crypto';
import { booking } from '../../src/areas/booking/booking.contract.ts';
import { partnerInterface } from '../../src/areas/partner-interface/partner-interface.contract.ts';
import type { Headers } from '../support/app.ts';
import { aBooking } from '../support/bookings.ts';
import { aCertificate, anOpenTime } from '../support/factories.ts';
import {
  aKeyed,
  anOpenCourse,
  anotherTime,
  aPartner,
  aPartnerBooking,
  aPerson,
} from '../support/partners.ts';
import type { Round } from './race-rounds.ts';
import { compare, noDamage, untilSettled, type Damage } from './racing.ts';

/** Everybody asks as one partner's program. */
async function partnerOf({ desk }: Round) {
  const open = await anOpenCourse(desk.db);
  const { headers, id } = await aPartner(desk.db, { courses: [open.course] });
  return { ...open, headers, id };
}

const booked = ({ status }: { status: number }) => status === 200;

/** One program sends the same booking under one key, many times at once. */
export async function sameKeyOfPartner(round: Round): Promise<Damage> {
  const { course, rate, headers, id } = await partnerOf(round);
  // There is room for several of one player each: nothing but the key keeps them from it.
  const time = await anOpenTime(round.desk.db, { course_id: course, rate_id: rate, spots: [1, 2, 3, 4] });
  const keyed = aKeyed(headers);
  const body = { ...aPartnerBooking(time.id), players: 1 };
  const ask = () => untilSettled(() => round.stranger(partnerInterface.book, { body }, keyed));
  const answers = await Promise.all(round.agents.map(ask));
  const damage = noDamage();
  compare(damage, 'answered', { is: answers.filter(booked).length, must: answers.length });
  const rows = await round.desk.db
    .selectFrom('tee_times')
    .select('id')
    .where('api_user_id', '=', id)
    .execute();
  compare(damage, 'bookings', { is: rows.length, must: 1 });
  return damage;
}

const SPOTS = 4;

/** Partners' customers, one to four of them each, book one open time for four at once. */
export async function sameOpenTime(round: Round): Promise<Damage> {
  const { course, rate, headers } = await partnerOf(round);
  const { id } = await anOpenTime(round.desk.db, { course_id: course, rate_id: rate, spots: [1, 2, 3, 4] });
  const answers = await Promise.all(
    round.agents.map(async (_, at) => {
      const players = 1 + ((at + round.number) % SPOTS);
      const body = { ...aPartnerBooking(id), players };
      return { players, came: await round.stranger(partnerInterface.book, { body }, aKeyed(headers)) };
    }),
  );
  const damage = noDamage();
  const taken = answers.reduce((sum, { players, came }) => sum + (booked(came) ? players : 0), 0);
  if (taken > SPOTS) damage.doubled.push(`${taken} players at a time for ${SPOTS}`);
  const wrong = answers.filter(
    ({ players, came }) => !booked(came) && (came.status !== 409 || players <= SPOTS - taken),
  );
  compare(damage, 'refused though there was room', { is: wrong.length, must: 0 });
  return damage;
}

/** A certificate that pays for one booking is spent by the desk and by a partner's program at once. */
export async function certificateAgainstDesk(round: Round): Promise<Damage> {
  const { headers, ...open } = await partnerOf(round);
  const { course } = open;
  const { serial, id } = await aCertificate(round.desk.db, { raw_value: 40_000 });
  const spend = { gift_cert_serial: serial };
  const times = await Promise.all(round.agents.map(() => anotherTime(round.desk.db, open)));
  const answers = await Promise.all(
    round.agents.map((agent, number) => {
      if (number % 2 === 0)
        return agent(booking.book, { body: aBooking({ course, tee_time: { charge: '400.00' }, ...spend }) });
      const body = aPartnerBooking(times[number] ?? 0, spend);
      return round.stranger(partnerInterface.book, { body }, aKeyed(headers));
    }),
  );
  const damage = noDamage();
  compare(damage, 'booked with it', { is: answers.filter(booked).length, must: 1 });
  const rows = await round.desk.db
    .selectFrom('tee_times')
    .select('raw_gift_certificate_amount')
    .where('gift_certificate_id', '=', id)
    .execute();
  const spent = rows.reduce((sum, row) => sum + row.raw_gift_certificate_amount, 0);
  compare(damage, 'cents spent of it', { is: spent, must: 40_000 });
  return damage;
}

/** One customer leaves the same lead many times at once, each under a key of its own. */
export async function sameLead(round: Round): Promise<Damage> {
  const { course, headers } = await partnerOf(round);
  const lead_date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const body = { course_id: course, lead_date, play_time: '08:00', players: 2, customer: aPerson() };
  const leave = (keyed: Headers) => round.stranger(partnerInterface.leaveLead, { body }, keyed);
  const answers = await Promise.all(round.agents.map(() => leave(aKeyed(headers, randomUUID()))));
  const damage = noDamage();
  compare(damage, 'answered', { is: answers.filter(booked).length, must: answers.length });
  const leads = await round.desk.db
    .selectFrom('lost_leads')
    .select('id')
    .where('course_id', '=', course)
    .execute();
  compare(damage, 'leads', { is: leads.length, must: 1 });
  return damage;
}
