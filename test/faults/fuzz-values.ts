import { z } from 'zod';
import { REPORT_NAMES, REPORT_CALLS } from '../../src/areas/reports/reports.contract.ts';
import { toJsonSchema } from '../../src/server/http/openapi.ts';
import { TEST_PASSWORD } from '../support/factories.ts';
import { isSchemaNode, type SchemaNode } from '../conformance/calls.ts';
import type { SeededRandomNumbers } from './seeded.ts';
import type { FuzzRecords } from './fuzz-world.ts';

/** A position inside the sent value, and the schema for the value at that position. */
export type ValuePosition = { path: string[]; node: SchemaNode };
/**
 * The valid values that a call may use: existing records, the names its list filters and sorts by, and its export's
 * columns.
 */
export type KnownValues = {
  world: FuzzRecords;
  area: string;
  filters: string[];
  sorts: string[];
  columns: string[];
};
export type MadeValue = { value: unknown; places: ValuePosition[] };

/** Makes a value that a schema accepts, mostly one that suits its field, and lists every position inside that value. */
export function validValue(node: SchemaNode, random: SeededRandomNumbers, known: KnownValues): MadeValue {
  const places: ValuePosition[] = [];
  const share = random.pick([0, 0.5, 1, 1]);
  const value = new Maker({ random, known, share, places }).make(node, []);
  return { value, places };
}

type Making = { random: SeededRandomNumbers; known: KnownValues; share: number; places: ValuePosition[] };
const Nodes = z.array(z.record(z.string(), z.unknown()));

class Maker {
  readonly #of: Making;

  constructor(of: Making) {
    this.#of = of;
  }

  make(node: SchemaNode, path: string[]): unknown {
    const { random, places } = this.#of;
    places.push({ path, node });
    const options = Nodes.safeParse(node['anyOf']).data;
    if (options) return this.#oneOf(options, path);
    const parts = Nodes.safeParse(node['allOf']).data;
    if (parts) return Object.assign({}, ...parts.map((part) => this.make(part, path)));
    if ('const' in node) return node['const'];
    if (Array.isArray(node['enum'])) return random.pick<unknown>(node['enum']);
    if (path.at(-1) === 'filters') return this.#filters(path);
    if (node['type'] === 'object') return this.#object(node, path);
    if (node['type'] === 'array') return this.#list(node, path);
    return this.#leaf(node, path);
  }

  #oneOf(options: SchemaNode[], path: string[]): unknown {
    const { random } = this.#of;
    const values = options.filter((one) => one['type'] !== 'null');
    const isTyped = TYPED[path.at(-1) ?? ''] !== undefined;
    if (values.length < options.length && !isTyped && random.chance(0.15)) return null;
    if (path.at(-1) === 'filters') return this.#filters(path);
    return this.make(random.pick(values), path);
  }

  #object(node: SchemaNode, path: string[]): unknown {
    const { random, share } = this.#of;
    if (!node['properties'] && path.at(-1) === 'query') return this.#ofAnyReport(path);
    const properties = isSchemaNode(node['properties']) ? Object.entries(node['properties']) : [];
    const required = z.array(z.string()).safeParse(node['required']).data ?? [];
    const kept = properties.filter(([name]) => required.includes(name) || random.chance(share));
    return Object.fromEntries(
      kept.map(([name, one]) => [name, this.make(isSchemaNode(one) ? one : {}, [...path, name])]),
    );
  }

  /** Makes a query from the fields of all reports, so that each report finds its own fields. */
  #ofAnyReport(path: string[]): unknown {
    const queries = REPORT_NAMES.map((name) => toJsonSchema(REPORT_CALLS[name].shown.query, 'input'));
    return Object.assign({}, ...queries.map((query) => this.make(query, path)));
  }

  #list(node: SchemaNode, path: string[]): unknown {
    const { items } = node;
    const each = Nodes.safeParse(node['prefixItems']).data;
    if (each) return each.map((one, at) => this.make(one, [...path, String(at)]));
    const length = this.#of.random.between(Number(node['minItems'] ?? 0), 3);
    return Array.from({ length }, (_, at) =>
      this.make(isSchemaNode(items) ? items : {}, [...path, String(at)]),
    );
  }

  #filters(path: string[]): unknown {
    const { random, known, places } = this.#of;
    const names = Array.from({ length: random.pick([0, 0, 1, 2]) }, () =>
      random.pick([...known.filters, 'id']),
    );
    const typed = () =>
      random.pick(['a', 'SMI', '4', '2030-06-01', true, false, 12, '412.00', '', null, 'º%_']);
    const filters = Object.fromEntries(names.map((name) => [name, typed()]));
    const node = { type: 'string', maxLength: 200 };
    places.push({ path, node });
    if (random.chance(0.3)) return JSON.stringify(filters);
    for (const name of names) places.push({ path: [...path, name], node });
    return filters;
  }

  #leaf(node: SchemaNode, path: string[]): unknown {
    const { random } = this.#of;
    const types = [node['type']].flat();
    const name = path.at(-1) ?? '';
    if (types.includes('null') && (name === 'updated_at' || (!TYPED[name] && random.chance(0.15))))
      return null;
    const isNumber = types.includes('number') || types.includes('integer');
    if (types.includes('boolean')) return random.chance(0.5);
    if (types.includes('string') && isNumber) return this.#money(path);
    if (isNumber) return this.#number(node, path);
    return types.includes('string') ? this.#text(node, path) : null;
  }

  #money(path: string[]): unknown {
    const name = path.at(-1) ?? '';
    if (/^(min|price_min)/.test(name)) return '1.00';
    if (/^(max_discount|price_max)/.test(name)) return '90.00';
    return this.#of.random.pick(['12.00', 12.5, '$40', 7, '99.99']);
  }

  #number(node: SchemaNode, path: string[]): unknown {
    const { random, known } = this.#of;
    const ids = known.world.ids[tableOf(path, known.area) ?? ''];
    if (ids) return random.pick(ids);
    const least = Number(node['minimum'] ?? node['exclusiveMinimum'] ?? 0);
    const most = Math.min(Number(node['maximum'] ?? least + 20), least + 20);
    if (/^(min|max)_players/.test(path.at(-1) ?? '')) return path.at(-1) === 'min_players' ? 1 : 8;
    return random.between(Math.max(least, 1), Math.max(most, 1));
  }

  /** Returns the column names by which a list sorts, or which its export shows. */
  #columns(name: string, path: string[]): string[] | undefined {
    const { sorts, columns } = this.#of.known;
    if (name === 'sort_fields') return sorts.length > 0 ? sorts : ['id'];
    return name === 'name' && path.at(-3) === 'columns' && columns.length > 0 ? columns : undefined;
  }

  #text(node: SchemaNode, path: string[]): unknown {
    const { random } = this.#of;
    const name = path.find((key) => key.startsWith('sort_')) ?? path.at(-1) ?? '';
    const columns = this.#columns(name, path);
    if (columns) return random.pick(columns);
    if (name === 'sort_desc') return random.pick(['true', 'false']);
    const typed = TYPED[name] ?? (/date|^start$|^end$/i.test(name) ? 'date' : undefined);
    if (typed === 'date') return dayOf(name, random);
    const there = this.#there(node, path);
    if (there) return random.pick(there);
    if (typed) return typeof typed === 'string' ? typed : random.pick(typed);
    return this.#plain(node, name);
  }

  /** Returns values in the database that fit this position, such as the ids of existing records. */
  #there(node: SchemaNode, path: string[]): (string | number)[] | undefined {
    const { area, world } = this.#of.known;
    const isTheirs = ['auth', 'ric_users'].includes(area) && path.length === 1;
    if (node['format'] === 'uuid') return world.ids['operations'];
    if (path.includes('rate_days')) return ['Mon', 'Sun', 'H'];
    if (path.at(-2) === 'courses') return world.ids['courses'];
    if (path.at(-1) === 'courses') return [JSON.stringify(world.ids['courses'])];
    const by: Record<string, string[] | undefined> = {
      serial: world.texts['serial'],
      gift_cert_serial: [...(world.texts['serial'] ?? []), ''],
      discount_code: [...(world.texts['discount_code'] ?? []), ''],
      ...(isTheirs && { email: world.texts['staff_email'] }),
    };
    return by[path.at(-1) ?? ''];
  }

  #plain(node: SchemaNode, name: string): string {
    const number = this.#of.random.between(1, 1e9);
    if (name === 'email') return `fuzz${number}@fuzz.example`;
    if (name === 'code' || name === 'confirmation') return `F${number}`;
    if (/name|brand/.test(name)) return `Fuzz ${number}`;
    return 'x'.repeat(Math.max(Number(node['minLength'] ?? 0), Math.min(Number(node['maxLength'] ?? 9), 9)));
  }
}

const TYPED: Record<string, string | readonly string[]> = {
  play_time: ['07:42', '23:59'],
  time_start: '07:00',
  time_end: '17:00',
  alt_emails: 'a@fuzz.example, b@fuzz.example',
  postcode: '92037',
  country_alpha2: 'US',
  time_zone: 'America/Denver',
  primary_phone: '619-555-0100',
  mobile_phone: '619-555-0101',
  phone: '619-555-0102',
  url: 'https://golf.example/1',
  image_url: 'https://golf.example/1.png',
  type: 'Helpful',
  groups: ['sdgr', 'psgr', 'hotels'],
  current_password: TEST_PASSWORD,
  password: TEST_PASSWORD,
  password_confirmation: TEST_PASSWORD,
  number: ['4242424242424242', '4000000000000002'],
  expmo: '12',
  expyr: '2035',
  cvv: '123',
  q: ['Pat Doe', 'Course'],
  // A day in the past, for summaries.
  date: '2026-11-01',
  content: 'Subject: Your round\n<p>See you there.</p>',
};

const dayOf = (name: string, random: SeededRandomNumbers) =>
  `${/(^|_)end/.test(name) ? 2031 : 2030}-06-${random.pick(['01', '15', '30'])}`;

const TABLES: Record<string, string> = {
  course: 'courses',
  course_id: 'courses',
  course_ids: 'courses',
  courses: 'courses',
  recipients: 'readers',
  version_id: 'templates',
  record_id: 'tee_times',
  rental_clubs: 'rental-clubs',
  customer_id: 'customers',
  purchaser_id: 'customers',
  recipient_id: 'recipient',
  golf_rate_id: 'ranged',
  rate_ids: 'rate_date_ranges',
  availability_queue_id: 'availability',
  queueId: 'availability',
  tee_time: 'tee_times',
  gift_certificate: 'gift_certificates',
  discount: 'discounts',
  api_user: 'api_user',
  action: 'action',
  rate_date_range: 'rate_date_ranges',
};

/** Returns the table of records to which a number refers: by the name of its key, or as the id in the call's path. */
function tableOf(path: string[], area: string): string | undefined {
  const keys = path.filter((key) => !/^\d+$/.test(key));
  const name = keys.at(-1) ?? '';
  if (name !== 'id') return TABLES[name];
  const above = keys.at(-2) ?? '';
  return above === 'course' || above === 'courses' ? 'courses' : (TABLES[above] ?? area);
}
