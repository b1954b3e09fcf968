import { formatMoney } from '../../../contract/money.ts';
import { moveToNightQuestion } from '../changing/night.rules.ts';
import { largePartyQuestion, type RoundQuestion } from '../changing/round-questions.rules.ts';
import type { ChangeQuote } from './round-changes.contract.ts';

type QuotedChange = Pick<ChangeQuote, 'before' | 'after' | 'large' | 'largest_party' | 'raw_difference'>;
/** `charges`: the difference is paid; `hasCard`: by a card, or else it goes on account. */
export type ChangeCharging = { charges: boolean; hasCard: boolean };

/** Returns the questions before a round is changed. What was booked so already was asked about at booking. */
export function changeQuestions(quote: QuotedChange, charging: ChangeCharging): RoundQuestion[] {
  const { before, after, largest_party: largest } = quote;
  if (!after) return [];
  const { players, play_time } = after;
  const isSameMinute =
    play_time === before.play_time &&
    after.play_date === before.play_date &&
    after.course.id === before.course.id;
  return [
    moveToNightQuestion(play_time, before.play_time),
    isSameMinute && players <= before.players
      ? null
      : largePartyQuestion('Change to', { players, play_time, largest }),
    questionOfDifference(quote, charging),
  ].filter((question) => question !== null);
}

function questionOfDifference({ large, raw_difference }: QuotedChange, { charges, hasCard }: ChangeCharging) {
  if (!charges || large === null) return null;
  const amount = formatMoney(raw_difference);
  const verb = hasCard ? `Charge ${amount}` : `Put ${amount} on account`;
  return { question: `${verb}?`, detail: large, verb };
}
