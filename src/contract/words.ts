import { cleanTyped } from './typed/clean-typed.ts';

/** So many of them, in words: `1 tee time`, `1,204 rates`. */
export const counted = (n: number, noun: string): string =>
  `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;

/** `a`, `a and b`, `a, b and c`. */
export const listed = (parts: string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/**
 * Returns what a serial or a confirmation is found by, in whatever case and grouping it is typed; nothing but hyphens and blanks stays
 * as it is.
 */
export const asHeard = (typed: string): string =>
  cleanTyped(typed).toLowerCase().replace(/[ -]/g, '') || typed;

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML shows it, within quotes too. */
export const asHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => NAMED[one] ?? one);
