import { withReplacedValue, type SchemaNode } from '../conformance/calls.ts';
import type { MadeValue, ValuePosition } from './fuzz-values.ts';
import type { RequestPart } from './fuzz-requests.ts';
import type { SeededRandomNumbers } from './seeded.ts';

/**
 * The texts that are slowest to process, used in turn: long words, blanks, letters to fold, halves of tags, numbers and
 * placeholders.
 */
const FILLINGS = ['x', ' ', 'é', '😀', '<', '1,', '{{', '4-', 'a@', '\n'];
/** The limits for lists and texts that have no limit of their own: about the largest body or address. */
const MOST = { body: { items: 5_000, signs: 20_000 }, address: { items: 100, signs: 300 } };
type Most = { items: number; signs: number };
/** The days on which the benchmark company's tee times are played. */
const FIRST_DAY = '2007-01-01';
const LAST_DAY = '2031-12-31';

/**
 * Returns a value with some texts and lists as large as their schema allows; `kept` names those that were rejected as too
 * large before.
 */
export function enlargeValue(made: MadeValue, part: RequestPart, { random, kept }: How): unknown {
  const most = part === 'body' ? MOST.body : MOST.address;
  let { value } = made;
  // A list's elements are enlarged before the list repeats them.
  for (const place of made.places.toReversed())
    if (!isKept(place, kept) && random.chance(0.7))
      value = withReplacedValue(value, place.path, largest(place, value, { most, random }));
  return value;
}

type How = { random: SeededRandomNumbers; kept: readonly string[] };

/** An error names a field by the last part of its path, or by the whole path. */
const isKept = ({ path }: ValuePosition, kept: readonly string[]): boolean =>
  kept.some((name) => path.join('.').endsWith(name) || path.includes(name));

function largest({ node, path }: ValuePosition, whole: unknown, { most, random }: Within): unknown {
  const value = path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at ? Reflect.get(at, key) : undefined),
    whole,
  );
  if (Array.isArray(value))
    return repeated(value, Math.min(Number(node['maxItems'] ?? most.items), most.items));
  if (typeof value === 'string' && path.at(-1)?.startsWith('start')) return FIRST_DAY;
  if (typeof value === 'string' && path.at(-1)?.startsWith('end')) return LAST_DAY;
  if (typeof value === 'string' && isFree(node))
    return longText(Math.min(Number(node['maxLength'] ?? most.signs), most.signs), random);
  return value;
}

type Within = { most: Most; random: SeededRandomNumbers };

const isFree = (node: SchemaNode): boolean =>
  node['type'] === 'string' && !node['pattern'] && !node['format'] && !node['enum'];

function longText(signs: number, random: SeededRandomNumbers): string {
  const filling = random.pick(FILLINGS);
  return filling.repeat(Math.floor(signs / filling.length));
}

const repeated = (items: unknown[], most: number): unknown[] =>
  items.length === 0 ? items : Array.from({ length: most }, (_, at) => items[at % items.length]);
