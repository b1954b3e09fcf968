// prettier-ignore
const ENTITIES = new Map([
  ['amp', '&'], ['lt', '<'], ['gt', '>'], ['quot', '"'], ['apos', "'"], ['nbsp', ' '],
  ['ndash', '–'], ['mdash', '—'], ['lsquo', '‘'], ['rsquo', '’'], ['ldquo', '“'], ['rdquo', '”'], ['hellip', '…'],
  ['bull', '•'], ['middot', '·'], ['copy', '©'], ['reg', '®'], ['trade', '™'], ['euro', '€'], ['pound', '£'],
]);

// The character with code 0 is dropped, because PostgreSQL cannot store it.
const characterOf = (code: number): string => (code === 0 ? '' : String.fromCodePoint(code));

// Entities are decoded in a single pass, because `&amp;lt;` stands for the text `&lt;`, not for the sign <.
const decodeEntities = (html: string): string =>
  html.replace(
    /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}));/gi,
    (whole, code?: string, hex?: string, name?: string) =>
      name === undefined
        ? characterOf(code === undefined ? Number.parseInt(hex ?? '', 16) : Number(code))
        : (ENTITIES.get(name) ?? whole),
  );

/** HTML elements whose content a reader does not see. */
const UNSEEN = new Set(['head', 'style', 'script']);
const NEW_LINE = new Set(
  'br hr ul ol blockquote /p /tr /h1 /h2 /h3 /h4 /h5 /h6 /div /table /li /blockquote'.split(' '),
);
const TOKEN = /<!--|<\/?[a-z][a-z\d]*|\s+/gi;

/**
 * Returns the plain text of HTML: one line per row, paragraph or list item, `: ` between cells, without tags, entities decoded.
 * Each character is read once, so that the time grows only linearly, whatever an author writes.
 */
export function htmlToPlainText(html: string): string {
  const seekEnd = endsIn(html);
  const parts: string[] = [];
  const tokens = new RegExp(TOKEN);
  let from = 0;
  let isAfterCell = false;
  for (let found = tokens.exec(html); found; found = tokens.exec(html)) {
    const [token] = found;
    const tag = token.slice(1).toLowerCase();
    const end = token.startsWith('<') ? seekEnd(tag, found.index) : tokens.lastIndex;
    if (end === null) continue;
    if (found.index > from) isAfterCell = false;
    parts.push(html.slice(from, found.index), partFor(token, tag, isAfterCell));
    if (token.startsWith('<')) isAfterCell = tag === '/td';
    from = end;
    tokens.lastIndex = end;
  }
  return tidy(decodeEntities(parts.join('') + html.slice(from)));
}

function partFor(token: string, tag: string, isAfterCell: boolean): string {
  if (!token.startsWith('<')) return isAfterCell ? '' : ' ';
  if (tag === 'td' && isAfterCell) return ': ';
  return NEW_LINE.has(tag) ? '\n' : '';
}

/**
 * Returns a function that finds the end of a tag, a comment or an invisible element; null if it never ends, so that it counts
 * as text.
 */
function endsIn(html: string): (tag: string, from: number) => number | null {
  // Only ASCII letters become lower case, because other letters could become several characters, which shifts positions.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  // A tag or sign that was not found once does not occur further on, so it is not searched for again.
  const missing = new Set<string>();
  const after = (sign: string, from: number): number | null => {
    const at = missing.has(sign) ? -1 : lower.indexOf(sign, from);
    if (at < 0) missing.add(sign);
    return at < 0 ? null : at + sign.length;
  };
  return (tag, from) => {
    if (tag === '!--') return after('-->', from);
    const closing = UNSEEN.has(tag) ? after(`</${tag}`, from) : null;
    return closing === null ? after('>', from) : (after('>', closing) ?? html.length);
  };
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
