const FIRST_LIGHT = '05:00';
const NIGHTFALL = '20:00';

/** Returns true for a complete time, `07:42`; the field shows an error for any other text. */
const isTime = (text: string): boolean => /^\d{2}:\d{2}$/.test(text);

/**
 * Returns the question before a tee time at night, or null: `130` is typed for the afternoon and read as 01:30.
 * `verb` is the pressed button's: `Book for`.
 */
export function nightQuestion(verb: 'Book for' | 'Change to', play_time: string) {
  if (!isTime(play_time) || (play_time >= FIRST_LIGHT && play_time < NIGHTFALL)) return null;
  const [hour = '', minute = ''] = play_time.split(':');
  const detail = play_time < FIRST_LIGHT ? `The afternoon is ${Number(hour) + 12}:${minute}.` : undefined;
  return {
    question: `${verb} ${play_time} at night?`,
    ...(detail && { detail }),
    verb: `${verb} ${play_time}`,
    field: 'play_time',
  };
}

/** Returns the question before a tee time is moved to the night, or null; the booked time was confirmed at booking. */
export const moveToNightQuestion = (play_time: string, booked: string) =>
  play_time === booked ? null : nightQuestion('Change to', play_time);
