import { addDays, dayOfWeek } from '../../src/contract/dates.ts';
import { seedCourses, type SeedCourse, type SeedRate } from './catalogue.ts';
import { SEED_INTERNAL_NOTES, SEED_NOTES } from './data/names.ts';
import type { SeedCertificate } from './money.ts';
import { CUSTOMER_COUNT, type SeedAgent } from './people.ts';
import type { SeededRandom } from './random.ts';

export type SeedTeeTime = {
  id: number;
  state: 'booked' | 'canceled' | 'failed';
  source: 'internal' | 'external' | 'misc';
  agent: string;
  staff_user_id: number | null;
  customer_id: number;
  course_id: number;
  play_date: string;
  play_time: string;
  players: number;
  created_at: string;
  updated_at: string;
  club: { id: number; quantity: number; raw_charge: number } | null;
  certificate: SeedCertificate | null;
  golf_discount_id: number | null;
  raw_charge: number;
  raw_rental_amount: number;
  raw_discount_amount: number;
  raw_gift_certificate_amount: number;
  raw_total: number;
  is_card: boolean;
  /** The amount refunded to the card, in cents. */
  refunded: number;
  rate: SeedRate;
  confirmation: string;
  notes: string;
  internal_notes: string;
};

const PARTNERS = ['Desert Golf Partners', 'Pacific Links Travel', 'Concierge Direct'];
// How busy each region is by month, January first: the desert in winter, the coast in summer.
const SEASON = {
  desert: [1.6, 1.7, 1.8, 1.3, 0.8, 0.4, 0.3, 0.3, 0.5, 0.7, 1.3, 1.4],
  coast: [0.8, 0.8, 0.9, 1, 1.1, 1.3, 1.4, 1.4, 1.2, 1, 0.8, 0.8],
};
const WEEK = { Mon: 0.7, Tue: 0.7, Wed: 0.8, Thu: 0.9, Fri: 1.3, Sat: 1.8, Sun: 1.5 };
const DAYS_BACK = 730;
const DAYS_AHEAD = 35;
const PER_DAY = 0.4;

type Given = {
  random: SeededRandom;
  rates: SeedRate[];
  agents: SeedAgent[];
  certificates: SeedCertificate[];
  today: string;
  now: number;
};

/**
 * Generates two years of bookings with a season and a weekly rhythm, up to tee times in the coming weeks; those are booked
 * before now.
 */
export function makeTeeTimes(given: Given): SeedTeeTime[] {
  const made: SeedTeeTime[] = [];
  const courses = seedCourses().filter((course) => !course.inactive);
  for (let day = -DAYS_BACK; day <= DAYS_AHEAD; day += 1) {
    const play_date = addDays(given.today, day);
    for (const course of courses) {
      const many = expected(course, play_date, day);
      const count = Math.floor(many) + (given.random.chance(many % 1) ? 1 : 0);
      for (let i = 0; i < count; i += 1) {
        const teeTime = makeTeeTime(given, { course, play_date, id: made.length + 1 });
        if (teeTime) made.push(teeTime);
      }
    }
  }
  // The tee times are sorted by creation, because ids follow the time of booking.
  made.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  return made.map((teeTime, i) => ({ ...teeTime, id: i + 1 }));
}

function expected(course: SeedCourse, play_date: string, day: number): number {
  const season = SEASON[course.region][Number(play_date.slice(5, 7)) - 1] ?? 1;
  const growth = 1 + day / (4 * DAYS_BACK);
  const ahead = day > 0 ? Math.exp(-day / 14) : 1;
  const fame = course.price > 150 ? 1.5 : 1;
  return PER_DAY * season * WEEK[dayOfWeek(play_date)] * growth * ahead * fame;
}

type Round = { course: SeedCourse; play_date: string; id: number };

function makeTeeTime(
  { random, rates, agents, certificates, now }: Given,
  { course, play_date, id }: Round,
): SeedTeeTime | null {
  const hour = random.pick([6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 12, 13, 14, 15]);
  const play_time = `${String(hour).padStart(2, '0')}:${String(random.below(6) * 10 + random.pick([0, 2, 4, 6])).padStart(2, '0')}`;
  const played = Date.parse(`${play_date}T${play_time}:00Z`) + 8 * 3_600_000;
  const lead = Math.pow(random.next(), 2) * 30 + 0.3;
  const booked = Math.min(played - lead * 86_400_000, now - random.between(5, 4000) * 60_000);
  if (booked < now - (DAYS_BACK + 30) * 86_400_000) return null;
  const created = atDesk(booked, random);
  if (created >= now) return null;
  const rate = rateOf(rates, course.id, play_date, hour);
  const players = random.pick([1, 2, 2, 2, 3, 4, 4, 4, 4]);
  const price = priceOf({ random, certificates }, { rate, players, course, created });
  const by = madeBy(random, agents);
  const state = random.chance(0.08) ? 'canceled' : random.chance(0.006) ? 'failed' : 'booked';
  const at = new Date(created).toISOString();
  const isInternal = course.internal_only || random.chance(0.08);
  const isFailed = state === 'failed';
  if (price.certificate && !isFailed) price.certificate.left -= price.raw_gift_certificate_amount;
  return {
    id,
    state,
    course_id: course.id,
    play_date,
    play_time,
    players,
    rate,
    created_at: at,
    updated_at: at,
    ...by,
    ...price,
    customer_id: random.chance(0.0015) ? 1 : random.between(2, CUSTOMER_COUNT),
    refunded: state === 'canceled' && price.is_card ? refundOf(random, price.raw_total) : 0,
    confirmation: isInternal ? 'INTERNAL' : `${course.letters}-${random.between(10_000, 99_999)}`,
    notes: random.chance(0.15) ? random.pick(SEED_NOTES) : '',
    internal_notes: random.chance(0.12) ? random.pick(SEED_INTERNAL_NOTES) : '',
  };
}

// Moves a booking made at night into the day, because the office is open from 7 to 18 Pacific time.
function atDesk(instant: number, random: SeededRandom): number {
  const hour = (new Date(instant).getUTCHours() + 16) % 24;
  const shift = hour < 7 ? random.between(7, 10) - hour : hour > 18 ? -(hour - random.between(10, 18)) : 0;
  return instant + shift * 3_600_000;
}

function rateOf(rates: SeedRate[], course_id: number, play_date: string, hour: number): SeedRate {
  const isWeekend = ['Fri', 'Sat', 'Sun'].includes(dayOfWeek(play_date));
  const kind = hour >= 14 ? 'twilight' : isWeekend ? 'weekend' : 'weekday';
  const rate = rates.find((each) => each.course_id === course_id && each.kind === kind);
  if (!rate) throw new Error(`course ${course_id} has no ${kind} rate`);
  return rate;
}

function madeBy(random: SeededRandom, agents: SeedAgent[]) {
  const chance = random.next();
  if (chance < 0.62) {
    const agent = random.pick(agents);
    return { source: 'internal' as const, agent: agent.name, staff_user_id: agent.id };
  }
  if (chance < 0.9) return { source: 'external' as const, agent: 'Site', staff_user_id: null };
  return { source: 'misc' as const, agent: random.pick(PARTNERS), staff_user_id: null };
}

const refundOf = (random: SeededRandom, total: number): number =>
  random.pick([0, total, total, Math.floor(total / 2)]);

type Priced = { rate: SeedRate; players: number; course: SeedCourse; created: number };

function priceOf(
  { random, certificates }: { random: SeededRandom; certificates: SeedCertificate[] },
  { rate, players, course, created }: Priced,
) {
  const raw_charge = (rate.raw_rate + rate.raw_service_fee) * players;
  const perCourse = course.id * 4 - 3; // roughly one of the course's own sets of clubs; looked up again when stored
  const club = random.chance(0.12)
    ? { id: perCourse, quantity: random.between(1, Math.min(2, players)), raw_charge: 6_500 }
    : null;
  const raw_rental_amount = club ? club.quantity * club.raw_charge : 0;
  const discount = random.chance(0.09)
    ? random.pick([
        { id: 5, cents: 2_000 },
        { id: 1, cents: 5_000 },
      ])
    : null;
  const raw_discount_amount = discount ? Math.min(discount.cents, raw_charge) : 0;
  const due = raw_charge + raw_rental_amount - raw_discount_amount;
  const found = random.chance(0.05) ? random.pick(certificates.slice(1)) : null;
  const isUsable = found && found.left > 0 && found.id % 25 !== 0 && Date.parse(found.sold_at) < created;
  const raw_gift_certificate_amount = isUsable ? Math.min(found.left, due) : 0;
  const raw_total = due - raw_gift_certificate_amount;
  return {
    raw_charge,
    club,
    raw_rental_amount,
    raw_discount_amount,
    raw_gift_certificate_amount,
    raw_total,
    golf_discount_id: discount?.id ?? null,
    certificate: isUsable ? found : null,
    is_card: raw_total > 0 && random.chance(0.86),
  };
}
