import { isSchemaNode, withReplacedValue, type SchemaNode } from '../conformance/calls.ts';
import type { MadeValue, ValuePosition } from './fuzz-values.ts';
import type { SeededRandomNumbers } from './seeded.ts';

export const SPOIL_KINDS = [
  'valid',
  'boundary',
  'wrong type',
  'missing',
  'extra',
  'unicode',
  'huge',
  'injection',
] as const;
export type SpoilKind = (typeof SPOIL_KINDS)[number];

/** A placeholder in JSON for a number that JavaScript cannot hold. */
export const ENDLESS_NUMBER = '@endless@';

/** Makes a valid value invalid in one way: at one or two positions, or completely. */
export function spoilValue(made: MadeValue, kind: SpoilKind, random: SeededRandomNumbers): unknown {
  if (kind === 'valid') return made.value;
  if (kind === 'extra') return withExtra(made, random);
  const times = random.pick([1, 1, 1, 2, 4]);
  let { value } = made;
  for (let time = 0; time < times; time += 1) {
    const place = placeFor(made, kind, random);
    if (place) value = withReplacedValue(value, place.path, wrongFor(place, kind, random));
  }
  return value;
}

function placeFor(
  { places }: MadeValue,
  kind: SpoilKind,
  random: SeededRandomNumbers,
): ValuePosition | undefined {
  const leaves = places.filter(({ node }) => node['type'] !== 'object' && !node['anyOf'] && !node['allOf']);
  // Only rarely is the whole value missing or of another type.
  const inner = places.filter(({ path }) => path.length > 0 || random.chance(0.1));
  const among = kind === 'wrong type' || kind === 'missing' || kind === 'huge' ? inner : leaves;
  return among.length > 0 ? random.pick(among) : undefined;
}

function wrongFor({ node }: ValuePosition, kind: SpoilKind, random: SeededRandomNumbers): unknown {
  if (kind === 'missing') return undefined;
  if (kind === 'boundary') return random.pick(boundariesOf(node));
  if (kind === 'wrong type') return random.pick(OTHERS);
  if (kind === 'unicode') return random.pick(UNICODE);
  return kind === 'huge' ? hugeOf(random) : random.pick(INJECTIONS);
}

// prettier-ignore
const NUMBERS = [
  0, -0, 1, -1, 0.1, 1.5, 1e-7, 2147483647, 2147483648, -2147483649, 9007199254740991, 9007199254740992, 1e21,
  -1e21, 90071992547409.91, 1e300, ENDLESS_NUMBER, '0', '-0', ' 5 ', '0x10', '1e3', '007', 'Infinity', 'NaN', '٣', '1_000',
];
// prettier-ignore
const MONEY = [
  '0', '0.00', '0.001', '-0.01', '.5', '5.', '90071992547409.91', '90071992547409.92', '92233720368547758.07', '1e2',
  '$1', '1,00', '1,000.5', '99999999999999.99', 0.30000000000000004, 1.005, '',
];
// prettier-ignore
const DAYS = [
  '0000-01-01', '0001-01-01', '1899-12-31', '2028-02-29', '2030-02-29', '2030-13-01', '2030-00-10', '2030-06-31',
  '9999-12-31', '10000-01-01', '-001-01-01', '2030-6-1', ' 2030-06-01', '2030-06-01T00:00', 'infinity', 'today', '',
];
const TIMES = ['00:00', '23:59', '24:00', '07:60', '7:42', '07:42:00', '-1:00', ''];

function boundariesOf(node: SchemaNode): unknown[] {
  const types = [node['type']].flat();
  if (types.includes('string') && types.includes('number')) return [...MONEY, ...NUMBERS];
  if (types.includes('number') || types.includes('integer')) return [...edgesOf(node), ...NUMBERS];
  if (Array.isArray(node['enum']) || types.includes('boolean'))
    return ['', 0, 1, 'true', 'TRUE', 'Admin', null];
  const most = Math.min(Number(node['maxLength'] ?? 300), 20_000);
  const lengths = [
    '',
    ' ',
    'x'.repeat(most),
    'x'.repeat(most + 1),
    '😀'.repeat(most / 2),
    ' '.repeat(most + 1),
  ];
  const pattern = String(node['pattern'] ?? '');
  if (pattern.includes('{4}')) return DAYS;
  if (pattern.includes(':')) return TIMES;
  // A text field may be a filter, which is parsed as a number, amount, day or time, so invalid values of all types are
  // tried.
  return [lengths, lengths, lengths, NUMBERS, MONEY, DAYS, TIMES].flat();
}

const edgesOf = ({ minimum, exclusiveMinimum, maximum }: SchemaNode): number[] =>
  [minimum, exclusiveMinimum, maximum]
    .filter((edge) => edge !== undefined)
    .flatMap((edge) => [Number(edge) - 1, Number(edge), Number(edge) + 1]);

// prettier-ignore
const OTHERS: unknown[] = [
  null, true, false, 0, 1, -1, 1.5, '', '1', 'text', 'null', '[]', '{}', [], {}, [[[]]], [null], { a: 1 }, [1, 2, 3],
  [7], ['7'], '0x7', '1e3', { id: 1 }, { id: null }, { length: 1e9 }, { toString: 1 }, ['a', { b: ['c'] }],
];

// prettier-ignore
const UNICODE = [
  'Zoë Łukasz Ñandú', '山田太郎', 'مرحبا بالعالم', '👨‍👩‍👧‍👦🏌️', 'e\u0301\u0302\u0303'.repeat(20), '\u202Egnp.exe',
  '\u200B\u200D\uFEFF', '\uD800', '\uDC00x', 'a\u0000b', '\u0000', '\u0001\u001b[31m', '\u2028\u2029', 'İıſK', 'ß'.repeat(50),
  '\uFFFD\uFFFE\uFFFF', '\u{10FFFF}', 'ﷺ'.repeat(60), 'Ω≈ç√∫˜µ', '１２３', 'x\r\ny\tz', '\u00A0', '\u3000padded\u3000', '𝟙𝟚',
];

function hugeOf(random: SeededRandomNumbers): unknown {
  return random.pick([
    () => 'x'.repeat(random.pick([3_000, 30_000, 300_000])),
    () => '😀'.repeat(20_000),
    () => ' '.repeat(100_000),
    () => '9'.repeat(random.pick([25, 400, 50_000])),
    () => Array.from({ length: 5_000 }, () => 1),
    () => Array.from({ length: 2_000 }, () => ({ id: 1, quantity: 1 })),
    () => Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`key${at}`, at])),
    () => deep(random.pick([19, 21, 100, 900])),
    () => 'a@'.repeat(10_000),
    () => `${'a'.repeat(20_000)}!`,
    () => `${'1,'.repeat(10_000)}x`,
    () => 'x'.repeat(random.pick([30_000, 30_000, 30_000, 5_000_000])),
  ])();
}

const deep = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner, _, at) => (at % 2 ? [inner] : { a: inner }), 1);

// prettier-ignore
export const INJECTIONS = [
  "'; drop table tee_times; --", "' or '1'='1", "1); select pg_sleep(5); --", '" or ""="', "\\'; select 1; --", '$1', '?', ':id',
  "' union select name, email from staff_users --", '%', '_%_', '\\', '\\%', "$$; select 1", '1::int', 'null', 'undefined',
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "javascript:alert('x')", '{{ 7 | times: 7 }}', '{% include "x" %}',
  '${7*7}', '../../../../etc/passwd', '..%2f..%2f', '/etc/passwd\u0000.png', 'C:\\boot.ini', 'file:///etc/passwd', '.', '..',
  'x\r\nX-Injected: yes', 'x\nSet-Cookie: a=b', '%0d%0aX-Injected:%20yes', 'a@b.example\r\nBcc: c@d.example', '=cmd|" /C calc"!A0',
  '__proto__', 'constructor', 'prototype.polluted', 'toString', '(a+)+$', '[[:alpha:]]*', '*', '; ls', '`id`', '$(id)', '%n%n%s',
];

// prettier-ignore
const EXTRA: [string, unknown][] = [
  ['__proto__', { polluted: true }], ['constructor', { prototype: { polluted: true } }], ['id', 1], ['level', 'admin'],
  ['admin', true], ['raw_balance', 1_000_000], ['raw_total', 0], ['state', 'booked'], ['password_hash', 'x'], ['', 1],
  ['toString', 'x'], ['hasOwnProperty', 1], ['length', 1e9], ['😀', '😀'], ["x'; --", 1], ['staff_user_id', 1], ['nothing', null],
  ['created_at', '2000-01-01T00:00:00Z'], ['x'.repeat(5_000), 1],
];

// The property is defined instead of assigned, so that `__proto__` becomes an own key.
function withExtra({ value, places }: MadeValue, random: SeededRandomNumbers): unknown {
  const objects = places.filter(
    ({ node, path }) => node['type'] === 'object' && (path.length > 0 || isSchemaNode(value)),
  );
  if (objects.length === 0) return value;
  const { path } = random.pick(objects);
  const [name, extra] = random.pick(EXTRA);
  const inner = path.reduce<unknown>(
    (at, key) => (isSchemaNode(at) || Array.isArray(at) ? Reflect.get(at, key) : at),
    value,
  );
  if (!isSchemaNode(inner)) return value;
  const copy = { ...inner };
  Object.defineProperty(copy, name, { value: extra, enumerable: true, configurable: true, writable: true });
  return withReplacedValue(value, path, copy);
}
