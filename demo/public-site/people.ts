import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { day } from './page.ts';
import { isPending, ricAt, type OpenTime } from './ric.ts';

const FIRST = [
  'Ana',
  'Ben',
  'Chloe',
  'Diego',
  'Erin',
  'Frank',
  'Grace',
  'Hugo',
  'Iris',
  'Jack',
  'Kiko',
  'Lena',
];
const LAST = ['Abbott', 'Brandt', 'Castillo', 'Doyle', 'Eriksen', 'Fowler', 'Greene'];
const LEAST_PAUSE_MS = 6_000;
const MORE_PAUSE_MS = 18_000;
const DAYS_AHEAD = 10;
/** A card of the built-in gateway, which charges nobody. */
const CARD = {
  number: '4242424242424242',
  expmo: '12',
  expyr: String(new Date().getFullYear() + 3),
  cvv: '123',
};

const anyOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];
const isIn = (share: number) => Math.random() < share;

function someone() {
  const [first_name = 'Ana', last_name = 'Abbott'] = [anyOf(FIRST), anyOf(LAST)];
  const email = `${first_name}.${last_name}@golfers.example`.toLowerCase();
  return { first_name, last_name, email, primary_phone: `619 555 0${100 + Math.floor(Math.random() * 100)}` };
}

/**
 * A few dozen made-up people who use the public site's way into RIC, one after the other, until they are told to stop: most only
 * look, some book, some leave what they did not find, a few give a certificate or cancel.
 */
export async function livePeople(address: string, apiKey: string, until: AbortSignal): Promise<void> {
  const ric = ricAt(address, apiKey);
  const booked: number[] = [];
  const cardToken = async () => {
    const { tokens_url } = await ric.cardFields();
    // Only the built-in gateway has this address: nobody else's is ever sent a card by made-up people.
    if (tokens_url === null) throw new Error('there is no built-in gateway');
    const headers = { 'content-type': 'application/json' };
    const left = await fetch(tokens_url, { method: 'POST', headers, body: JSON.stringify(CARD) });
    const { token }: { token: string } = JSON.parse(await left.text());
    return token;
  };
  const book = async ({ id }: OpenTime, players: number) => {
    const round = { open_time_id: id, players, discount_code: '', gift_cert_serial: '' };
    const { price } = await ric.quote(round);
    const asked = { ...round, customer: someone(), shown_total: price.raw_total, agent_email: '' };
    const done = await ric.book({ ...asked, card: { token: await cardToken() } }, randomUUID());
    if (!isPending(done)) booked.push(done.id);
  };
  const give = async () => {
    const value = anyOf(['50.00', '100.00', '200.00']) ?? '100.00';
    const { raw_price } = await ric.certificatePrice({ value, course_id: null });
    const { primary_phone: _, ...recipient } = someone();
    const asked = { course_id: null, value, shown_price: raw_price, purchaser: someone(), recipient };
    await ric.sellCertificate(
      { ...asked, who_from: 'A friend', greeting: 'Play well!', card: { token: await cardToken() } },
      randomUUID(),
    );
  };
  const visit = async () => {
    if (isIn(0.04)) return give();
    const canceled = isIn(0.05) ? booked.shift() : undefined;
    if (canceled) return ric.cancel(canceled, randomUUID());
    const players = 1 + Math.floor(Math.random() * 4);
    const date = day(Math.floor(Math.random() * DAYS_AHEAD));
    const { open_times } = await ric.openTimes({ date, players, per_page: 200 });
    const time = anyOf(open_times);
    if (time && isIn(0.45)) return book(time, players);
    const course = anyOf(await ric.courses());
    if (!course || !isIn(0.3)) return undefined;
    const lead = { course_id: course.id, lead_date: date, play_time: '08:00', players, customer: someone() };
    return ric.leaveLead(lead, randomUUID());
  };
  while (!until.aborted) {
    // What RIC refuses, such as a time that was sold a moment ago, sends them away like anybody.
    await visit().catch(() => undefined);
    await pause(LEAST_PAUSE_MS + Math.random() * MORE_PAUSE_MS, undefined, { signal: until }).catch(
      () => undefined,
    );
  }
}
