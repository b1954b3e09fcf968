import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { siteDay } from './page.ts';
import { partnerApiClient } from './ric.ts';

const FIRST = 'Ana Ben Chloe Diego Erin Frank Grace Hugo Iris Jack Kiko Lena'.split(' ');
const LAST = 'Abbott Brandt Castillo Doyle Eriksen Fowler Greene'.split(' ');
const LEAST_PAUSE_MS = 6_000;
const MORE_PAUSE_MS = 18_000;
const DAYS_AHEAD = 10;
/** A test card of the built-in gateway, which charges nobody. */
const CARD = {
  number: '4242424242424242',
  expmo: '12',
  expyr: `${new Date().getFullYear() + 3}`,
  cvv: '123',
};

const below = (most: number) => Math.floor(Math.random() * most);
const anyOf = <T>(all: readonly T[]): T | undefined => all[below(all.length)];
const isIn = (share: number) => Math.random() < share;

function someone() {
  const [first_name, last_name] = [anyOf(FIRST), anyOf(LAST)];
  return { first_name, last_name, email: `${first_name}.${last_name}@golfers.example`.toLowerCase() };
}
const caller = () => ({ ...someone(), primary_phone: `619 555 0${100 + below(100)}` });

/**
 * Simulates a few dozen people on the public site, one after the other, until it is aborted: most only look at tee times,
 * some book, some leave a lead, a few buy a gift certificate.
 */
export async function simulateVisitors(
  address: string,
  apiKey: string,
  { until, leastPauseMs = LEAST_PAUSE_MS }: { until: AbortSignal; leastPauseMs?: number },
): Promise<void> {
  const ric = partnerApiClient(address, apiKey);
  const aCard = async () => {
    const { tokens_url } = await ric.cardFields();
    // Only the built-in gateway has this address, so simulated people never send a card to a real gateway.
    if (tokens_url === null) throw new Error('there is no built-in gateway');
    const headers = { 'content-type': 'application/json' };
    const left = await fetch(tokens_url, { method: 'POST', headers, body: JSON.stringify(CARD) });
    const { token }: { token: string } = JSON.parse(await left.text());
    return { token };
  };
  const give = async () => {
    const people = {
      purchaser: caller(),
      recipient: someone(),
      who_from: 'A friend',
      greeting: 'Play well!',
    };
    const value = anyOf(['50.00', '100.00', '200.00']);
    await ric.sellCertificate({ ...people, value, card: await aCard() }, randomUUID());
  };
  const visit = async () => {
    if (isIn(0.04)) return give();
    const [date, players] = [siteDay(below(DAYS_AHEAD)), 1 + below(4)];
    const { open_times } = await ric.openTimes({ date, players, per_page: 200 });
    const time = anyOf(open_times);
    if (time && isIn(0.45)) {
      const booking = { open_time_id: time.id, players, shown_total: time.raw_charge, customer: caller() };
      return ric.book({ ...booking, card: await aCard() }, randomUUID());
    }
    const course = anyOf((await ric.courses()).courses);
    if (!course || !isIn(0.3)) return undefined;
    const lead = { course_id: course.id, lead_date: date, play_time: '08:00', players, customer: caller() };
    return ric.leaveLead(lead, randomUUID());
  };
  while (!until.aborted) {
    // A rejection by RIC, such as for a time that was just sold, ends the simulated visit without an error.
    await visit().catch(() => undefined);
    await pause(leastPauseMs + below(MORE_PAUSE_MS), undefined, { signal: until }).catch(() => undefined);
  }
}
