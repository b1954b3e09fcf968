/*
 * A sample of an answer is saved so that a person can look at an unknown format. The sample needs the names of
 * fields, dates, times, numbers and short words of the course system, but must contain no credentials and no personal
 * data. Anything doubtful is removed.
 */
const REMOVED = '[removed]';
/** Matches the names of fields whose values, with everything inside them, are removed. */
const TELLING =
  /name|mail|phone|address|street|postal|zip|birth|token|secret|password|passwd|jwt|bearer|key|auth|card|cvv|golfer|customer|member|person|user|session|cookie|note|comment|invoice|holder/i;
// Every repetition in these patterns is limited, so that an outsider's text cannot keep the process busy.
const PATTERNS = [
  /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g,
  /eyJ[\w-]{1,2000}\.[\w.-]*/g,
  /(?:Bearer|Basic)\s{1,5}[\w+/.=-]+/gi,
  /\b\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}\b/g,
  /(?:\+?\d{1,2}[ .-]?)?\(?\b\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b/g,
  /\b\d{9,}\b/g,
  /\b(?=[\w+/-]{0,200}\d)(?=[\w+/-]{0,200}[A-Za-z])[\w+/-]{24,}={0,2}/g,
];
const TELLING_ELEMENT = new RegExp(
  `<([\\w:]{0,60}(?:${TELLING.source})[\\w:]{0,60})([^>]{0,500})>[^<]*`,
  'gi',
);
const TELLING_PAIR = new RegExp(
  `("[\\w-]{0,60}(?:${TELLING.source})[\\w-]{0,60}"\\s{0,9}:\\s{0,9})("(?:[^"\\\\]|\\\\.)*"?|[\\d.]+)`,
  'gi',
);
const TELLING_INPUT = /\b(value|content)=("[^"]*"?|'[^']*'?)/gi;

const MOST_CHARACTERS = 32_000;
/** The characters that are dropped where a text is cut, so that no half of a name or number remains. */
const TORN = 300;

/**
 * Removes credentials and personal data from a text and keeps at most 32,000 characters: from JSON by the names of
 * its fields, from other text by patterns. `secrets` are removed wherever they occur.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const bare = secrets
    .filter((secret) => secret.length >= 3)
    .reduce((left, secret) => left.replaceAll(secret, REMOVED), text);
  if (bare.length <= MOST_CHARACTERS) return redacted(bare);
  return redacted(bare.slice(0, MOST_CHARACTERS)).slice(0, -TORN);
}

function redacted(bare: string): string {
  try {
    return JSON.stringify(cleared(JSON.parse(bare), false), null, 1);
  } catch {
    return patterned(
      bare
        .replace(TELLING_PAIR, `$1"${REMOVED}"`)
        .replace(TELLING_ELEMENT, `<$1$2>${REMOVED}`)
        .replace(TELLING_INPUT, `$1="${REMOVED}"`),
    );
  }
}

const patterned = (text: string): string =>
  PATTERNS.reduce((left, pattern) => left.replace(pattern, REMOVED), text);

function cleared(value: unknown, isTelling: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => cleared(one, isTelling));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        patterned(key),
        cleared(one, isTelling || TELLING.test(key)),
      ]),
    );
  if (typeof value === 'boolean' || value === null) return value;
  if (isTelling) return REMOVED;
  if (typeof value === 'string') return value.length > 200 ? REMOVED : patterned(value);
  return Number.isInteger(value) && Math.abs(Number(value)) > 99_999_999 ? REMOVED : value;
}
