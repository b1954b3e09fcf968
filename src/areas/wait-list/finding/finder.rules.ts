import { foldText } from '../../../contract/names/fold.ts';
import { formatClockNumber } from '../../../contract/spoken-times.ts';
import { parseDayRange, type DayRange } from '../../../contract/typed/day-ranges.ts';
import { parseTypedTime } from '../../../contract/typed/days-and-times.ts';
import type { WaitListCaller, WaitListRow } from '../wait-list.contract.ts';

const textOf = (row: WaitListRow): string =>
  [
    row.course.course_name,
    row.available_date,
    row.wordy_available_date,
    formatClockNumber(row.available_time),
    row.play_time_for_humans,
    row.is_gone ? 'no longer open' : '',
  ].join(' ');

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
/** A part of a phone number with any separators: three digits or more, and no letters. */
const PHONE_PART = /^[+(]?\d[\d().-]{2,}$/;

/**
 * Returns the texts by which each queue is found: the words of its open time, and the names, e-mails and phone numbers of its
 * waiting customers.
 */
function textsOf(rows: readonly WaitListRow[], callers: readonly WaitListCaller[]) {
  const texts = new Map(rows.map((row) => [row.id, { text: foldText(textOf(row)), phones: '' }]));
  for (const { open_times, name, email, primary_phone: phone } of callers) {
    const folded = ` ${foldText(`${name} ${email} ${phone}`)}`;
    for (const text of open_times.map((id) => texts.get(id))) {
      if (!text) continue;
      text.text += folded;
      text.phones += ` ${digitsOf(phone)}`;
    }
  }
  return texts;
}

/** A part of the search: its words, with the days and the time that they name, if any. */
type Part = { words: string[]; days: DayRange | null; time: string | null };

/**
 * Parses typed days into the text that an HTTP call sends. `read` is `parseTypedDays`; it returns null until that code is loaded.
 */
export type TypedDayParser = { today: string; read: (typed: string) => string | null };

/** The number of words in `dec 1 2026 to dec 5 2026`, the longest form of typed days. */
const MOST_WORDS = 7;
const FIRST_WORD = /^[+\d\p{L}]/u;

/** Parses words as days that are not past, and as a time. */
function partOf(words: string[], { today, read }: TypedDayParser): Part {
  const typed = words.join(' ');
  if (!FIRST_WORD.test(typed)) return { words, days: null, time: null };
  const days = parseDayRange(read(typed) ?? '');
  const isPast = (days?.to ?? today) < today;
  return { words, days: isPast ? null : days, time: parseTypedTime(typed) };
}

/** Splits a search into parts: as many words as form days or a time together, or else one word. */
function partsOf(words: readonly string[], reader: TypedDayParser): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < words.length; at += parts.at(-1)?.words.length ?? 1) {
    const lengths = Array.from({ length: MOST_WORDS - 1 }, (_, less) => MOST_WORDS - less);
    const together = lengths
      .filter((length) => at + length <= words.length)
      .map((length) => partOf(words.slice(at, at + length), reader))
      .find(({ days, time }) => days !== null || time !== null);
    parts.push(together ?? partOf(words.slice(at, at + 1), reader));
  }
  return parts;
}

const isAt = ({ available_date: day, available_time }: WaitListRow, { days, time }: Part): boolean =>
  time === formatClockNumber(available_time) ||
  (days !== null && (days.from ?? day) <= day && day <= (days.to ?? day));

/**
 * Returns a function that finds queues by days, times and words anywhere in their texts, in any order. The text of each queue is
 * made once. A single word that is parsed as a day or a time is also found as text.
 */
export function waitListFinder(
  rows: readonly WaitListRow[],
  callers: readonly WaitListCaller[],
  reader: TypedDayParser,
): (words: string) => readonly WaitListRow[] {
  const texts = textsOf(rows, callers);
  return (typed) => {
    const parts = partsOf(foldText(typed).split(' ').filter(Boolean), reader);
    const has = (id: number, word: string): boolean => {
      const { text, phones } = texts.get(id) ?? { text: '', phones: '' };
      return text.includes(word) || (PHONE_PART.test(word) && phones.includes(digitsOf(word)));
    };
    const matches = (row: WaitListRow, part: Part): boolean => {
      const [word = '', ...more] = part.words;
      return isAt(row, part) || (more.length === 0 && has(row.id, word));
    };
    return parts.length === 0 ? rows : rows.filter((row) => parts.every((part) => matches(row, part)));
  };
}
