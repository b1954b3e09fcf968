import { createHash } from 'node:crypto';
import {
  startSimulator,
  type ListenAddress,
  type SimulatorRequest,
  type Simulator,
  type SimulatorAnswer,
} from '../simulator.ts';

/*
 * This simulator of Pipedrive stores nothing: a person's id is computed from the e-mail address, and a deal's id and
 * title from the person's id, so that the same request always gets the same answer, even after a restart. Some
 * addresses cause faults:
 * - nobody...@: there is no such person,
 * - slow...@: the request is never answered,
 * - broken...@: the request is answered with a 500.
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

/**
 * Starts the simulator of Pipedrive, which knows only API v2 and accepts any text as a token in the header. A deal's
 * page is at `/deal/:id`.
 */
export const startBuiltInCrm = (at: ListenAddress = {}): Promise<Simulator> => startSimulator(at, answer);

function answer(request: SimulatorRequest): SimulatorAnswer {
  const path = request.path.join('/');
  const page = /^deal\/(\d+)$/.exec(path)?.[1];
  if (page) return dealPage(Number(page));
  // As at Pipedrive, API v1 does not exist, and v2 takes no token from the address.
  if (!path.startsWith('api/v2/')) return missing('Unknown method .');
  if (!request.headers['x-api-token']) {
    return { status: 401, body: { success: false, error: 'unauthorized access', errorCode: 401 } };
  }
  return request.method === 'GET' ? apiAnswer(path, request.query) : missing('Unknown method .');
}

const SEARCH = ['term', 'fields', 'exact_match', 'organization_id', 'include_fields', 'limit', 'cursor'];
const LIST = [
  'filter_id',
  'ids',
  'owner_id',
  'person_id',
  'org_id',
  'pipeline_id',
  'stage_id',
  'status',
  'updated_since',
  'updated_until',
  'sort_by',
  'sort_direction',
  'include_fields',
  'custom_fields',
  'limit',
  'cursor',
];

function apiAnswer(path: string, query: URLSearchParams): SimulatorAnswer {
  if (path === 'api/v2/persons/search') return wrongIn(query, SEARCH) ?? search(query.get('term') ?? '');
  if (path === 'api/v2/deals') return wrongIn(query, LIST) ?? dealsFor(query);
  const deal = /^api\/v2\/deals\/(\d+)$/.exec(path)?.[1];
  return deal ? dealOf(Number(deal)) : missing('Unknown method .');
}

/** Checks the parameters of a query. As at Pipedrive, API v2 converts nothing: an unknown or mistyped parameter is an error. */
function wrongIn(query: URLSearchParams, known: string[]): SimulatorAnswer | null {
  const rules: [name: string, pattern: RegExp][] = [
    ['limit', /^([1-9]\d?|[1-4]\d\d|500)$/],
    ['person_id', /^[1-9]\d*$/],
    ['ids', /^[1-9]\d*(,[1-9]\d*){0,99}$/],
    ['exact_match', /^(true|false)$/],
    ['fields', /^(custom_fields|email|notes|phone|name)(,(custom_fields|email|notes|phone|name))*$/],
    ['cursor', /^[\w-]+=*$/],
  ];
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  const wrong =
    unknown ?? rules.find(([name, pattern]) => query.has(name) && !pattern.test(query.get(name) ?? ''))?.[0];
  const lacks = known === SEARCH && !query.get('term') ? 'term' : undefined;
  const error = wrong ?? lacks;
  if (error === undefined) return null;
  const body = { success: false, error: `validation failed: ${error}`, code: 'ERR_SCHEMA_VALIDATION_FAILED' };
  return { status: 400, body };
}

/** Answers a page of a person's deals, or of the deals with these ids. */
function dealsFor(query: URLSearchParams): SimulatorAnswer {
  const ids = query.get('ids')?.split(',').map(Number);
  const all = ids
    ? ids.flatMap((id) => dealsOf(Math.floor(id / 10)).filter((deal) => deal.id === id))
    : dealsOf(Number(query.get('person_id') ?? 0));
  const from = Number(Buffer.from(query.get('cursor') ?? '', 'base64url').toString() || 0);
  const to = from + Number(query.get('limit') ?? 100);
  const next_cursor = to < all.length ? Buffer.from(String(to)).toString('base64url') : null;
  return {
    status: 200,
    body: { success: true, data: all.slice(from, to), additional_data: { next_cursor } },
  };
}

const found = (data: unknown, additional_data?: object): SimulatorAnswer => ({
  status: 200,
  body: { success: true, data, ...(additional_data && { additional_data }) },
});
const missing = (error: string): SimulatorAnswer => ({ status: 404, body: { success: false, error } });

function search(term: string): SimulatorAnswer {
  const email = term.trim().toLowerCase();
  if (email.startsWith('slow')) return 'hang';
  if (email.startsWith('broken')) return { status: 500, body: { success: false, error: 'Internal error' } };
  if (email.startsWith('nobody') || !email.includes('@')) return found({ items: [] }, { next_cursor: null });
  const item = { id: personIdOf(email), type: 'person', name: email.split('@')[0], emails: [email] };
  return found({ items: [{ result_score: 1, item }] }, { next_cursor: null });
}

function dealOf(id: number): SimulatorAnswer {
  const deal = dealsOf(Math.floor(id / 10)).find((one) => one.id === id);
  return deal ? found(deal) : missing('Deal not found');
}

function dealPage(id: number): SimulatorAnswer {
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
    const times = { add_time: '2026-01-05T17:00:00Z', update_time: '2026-01-05T17:00:00Z' };
    const related = { owner_id: 1, person_id: person, org_id: null, pipeline_id: 1, stage_id: 1 };
    const state = { status: 'open', is_deleted: false, is_archived: false, custom_fields: {} };
    return { id: person * 10 + at + 1, title, value: 0, currency: 'USD', ...related, ...times, ...state };
  });
}

const pick = (from: string[], seed: number) => from[seed % from.length] ?? '';
