import { parseTypedTime, normalizeTypedText } from './days-and-times.ts';

const END_OF_DAY = '24:00';
/** The error sentence for an end time that cannot be parsed. */
export const INVALID_END_TIME_TEXT = 'must be a time like 19:00, or 24:00 for midnight';

/** Parses the time at which something ends: midnight is the end of a day, `24:00`. */
export function parseTypedEndTime(text: string): string | null {
  if (/^24(?:[:.]?00)?$/.test(normalizeTypedText(text))) return END_OF_DAY;
  const time = parseTypedTime(text);
  return time === '00:00' ? END_OF_DAY : time;
}
