import { createHash } from 'node:crypto';
import { startStandIn, type Asked, type ListenAt, type StandIn, type StandInAnswer } from '../stand-in.ts';

/*
 * Plays Pipedrive. It stores nothing: a person's id follows from the e-mail address and a deal's id and title from the
 * person's, so that the same question always gets the same answer, after a restart too. Some addresses misbehave:
 * - nobody...@: there is no such person,
 * - slow...@: never answered,
 * - broken...@: answered with a 500.
 */

const OCCASIONS = [
  'Spring golf trip', 'Bachelor party foursome', 'Company outing', 'Member-guest weekend', 'Couples getaway',
  'Birthday round', 'Annual buddies trip', 'Client appreciation day', 'Charity scramble', 'Conference golf day',
]; // prettier-ignore
const COURSES = [
  'Torrey Pines South', 'Torrey Pines North', 'Coronado', 'Balboa Park', 'Aviara', 'Maderas',
  'PGA West Stadium', 'Indian Wells Celebrity', 'Desert Willow Firecliff', 'SilverRock', 'La Quinta Mountain',
]; // prettier-ignore
const SIZES = ['4 players', '8 players', '12 players', '16 players', '24 players', '2 players'];

/** Starts the stand-in CRM; its token is any text, as a header or as `api_token`. A deal's page is at `/deal/:id`. */
export const startBuiltInCrm = (at: ListenAt = {}): Promise<StandIn> => startStandIn(at, answer);

function answer(asked: Asked): StandInAnswer {
  const path = asked.path.join('/');
  const page = /^deal\/(\d+)$/.exec(path)?.[1];
  if (page) return dealPage(Number(page));
  if (!asked.headers['x-api-token'] && !asked.query.get('api_token')) {
    return { status: 401, body: { success: false, error: 'unauthorized access', errorCode: 401 } };
  }
  return asked.method === 'GET' ? apiAnswer(path, asked.query) : missing('Unknown method .');
}

function apiAnswer(path: string, query: URLSearchParams): StandInAnswer {
  if (path === 'v1/persons/search') return search(query.get('term') ?? '');
  const deal = /^v1\/deals\/(\d+)$/.exec(path)?.[1];
  if (deal) return dealOf(Number(deal));
  const person = /^v1\/persons\/(\d+)\/deals$/.exec(path)?.[1];
  return person ? found(dealsOf(Number(person))) : missing('Unknown method .');
}

const found = (data: unknown): StandInAnswer => ({ status: 200, body: { success: true, data } });
const missing = (error: string): StandInAnswer => ({
  status: 404,
  body: { success: false, error, errorCode: 404 },
});

function search(term: string): StandInAnswer {
  const email = term.trim().toLowerCase();
  if (email.startsWith('slow')) return 'hang';
  if (email.startsWith('broken')) return { status: 500, body: { success: false, error: 'Internal error' } };
  if (email.startsWith('nobody') || !email.includes('@')) return found({ items: [] });
  const item = { id: personIdOf(email), type: 'person', name: email.split('@')[0], emails: [email] };
  return found({ items: [{ result_score: 1, item }] });
}

function dealOf(id: number): StandInAnswer {
  const deal = dealsOf(Math.floor(id / 10)).find((one) => one.id === id);
  return deal ? found(deal) : missing('Deal not found');
}

function dealPage(id: number): StandInAnswer {
  const deal = dealsOf(Math.floor(id / 10)).find((one) => one.id === id);
  const text = `<!doctype html><title>Deal</title><h1>${deal?.title ?? 'Deal not found'}</h1>`;
  return { status: deal ? 200 : 404, text, type: 'text/html; charset=utf-8' };
}

const numberFrom = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0);
const personIdOf = (email: string) => 1000 + (numberFrom(`person ${email}`) % 900_000);

function dealsOf(person: number) {
  if (!Number.isInteger(person) || person < 1) return [];
  const count = 1 + (numberFrom(`deals of ${person}`) % 3);
  return Array.from({ length: count }, (_, at) => {
    const seed = numberFrom(`deal ${at + 1} of ${person}`);
    const title = `${pick(OCCASIONS, seed)}, ${pick(COURSES, seed >>> 8)}, ${pick(SIZES, seed >>> 16)}`;
    return { id: person * 10 + at + 1, title, status: 'open', currency: 'USD' };
  });
}

const pick = (from: string[], seed: number) => from[seed % from.length] ?? '';
