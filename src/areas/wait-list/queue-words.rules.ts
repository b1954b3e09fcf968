import { partySizesText } from './matchmaker/rank.rules.ts';
import { countWithNoun } from '../../contract/words.ts';
import type { CallOutcome, WaitQueue } from './wait-list.contract.ts';

/** Describes a queue in one line, as staff say it on the phone: course, spots, date and time. */
export function queueSentence(queue: WaitQueue): string {
  const { course, slots, spots, wordy_available_date: day, play_time_for_humans: time } = queue;
  const at = `on ${day} at ${time}`;
  if (queue.is_past) return `${course.course_name} ${at}: this time has passed`;
  if (queue.is_gone) return `${course.course_name} ${at}: This time is no longer open.`;
  const sentence = `${course.course_name} has ${countWithNoun(slots, 'slot')} open ${at}`;
  if (queue.queue_closed_at !== null) return `${sentence}; this queue is closed`;
  return spots.length > 0 ? `${sentence}, for parties of ${partySizesText(spots)}` : sentence;
}

export const CALL_OUTCOME_LABELS: Record<CallOutcome, string> = {
  no_answer: 'no answer',
  calls_back: 'calls back',
  not_wanted: 'does not want it any more',
};
