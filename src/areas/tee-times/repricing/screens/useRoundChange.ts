import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallInput } from '../../../../contract/call.ts';
import type { TypedCard } from '../../../../contract/cards.ts';
import { askToConfirm } from '../../../../web/leaving/ask.ts';
import { focusFirstError, focusAfterRender } from '../../../../web/records/form/focusing.ts';
import { FieldErrors, sendCallForRawAnswer } from '../../../../web/sending/send.ts';
import { earlierOutcomeText, useSubmission } from '../../../operations/useSubmission.ts';
import { joinQuestions } from '../../changing/round-questions.rules.ts';
import { changeQuestions, type ChangeCharging } from '../change-questions.rules.ts';
import { roundChanges, type ChangeQuote } from '../round-changes.contract.ts';
import { QUOTE_QUERY_KEY } from './useChangeQuote.ts';

type Body = CallInput<typeof roundChanges.change>['body'];
type Outcome = {
  done: string | null;
  /** True if an earlier press made this change. */
  isEarlier: boolean;
  error: Error | null;
};
const NONE: Outcome = { done: null, isEarlier: false, error: null };

/** Sends the change of a tee time, once per submission. */
export function useRoundChange(id: number) {
  const [outcome, setOutcome] = useState(NONE);
  const queries = useQueryClient();
  const { isWorking, pending, submit } = useSubmission(`change ${id}`, {
    call: roundChanges.change,
    send: (body: Body, idempotencyKey) =>
      sendCallForRawAnswer(roundChanges.change, { body }, { idempotencyKey }),
    again: 'Pressing Change again is safe: it asks for the same change.',
    failedLater: 'The change was not made, and nothing was charged.',
    succeed: ({ message }, isEarlier) =>
      setOutcome({
        done: isEarlier ? earlierOutcomeText('change', message) : message,
        isEarlier,
        error: null,
      }),
    fail: (error, isUnknown) => {
      // The quote is loaded again, because the price may have changed. If no answer came it stays as it was, so that
      // the same change can be sent again.
      if (!isUnknown) void queries.invalidateQueries({ queryKey: [QUOTE_QUERY_KEY, id] });
      setOutcome({ ...NONE, error });
      if (error instanceof FieldErrors) focusFirstError(inDialog(error.errors));
    },
  });
  const change = (
    input: Omit<Body, 'credit_card'>,
    readCard: () => Promise<TypedCard | null>,
  ): Promise<void> =>
    submit(async () => {
      setOutcome(NONE);
      return { ...input, credit_card: await readCard() };
    });
  return { ...outcome, isWorking, pending, change, forget: () => setOutcome(NONE) };
}

/** Renames field errors for the dialog, because the tee time's own form has a play date, a time and players too. */
const inDialog = (errors: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => [
      name.startsWith('credit_card.') ? name : `changed.${name}`,
      messages,
    ]),
  );

/** Asks before the round is changed; after a no the work goes on in the field that the question is about. */
export async function confirmChange(quote: ChangeQuote, charging: ChangeCharging): Promise<boolean> {
  const questions = changeQuestions(quote, charging);
  const question = joinQuestions('Change', questions);
  if (!question || (await askToConfirm(question))) return true;
  const field = questions.find((line) => line.field)?.field;
  if (field) focusAfterRender(`field-changed.${field}`);
  return false;
}
