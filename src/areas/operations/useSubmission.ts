import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CallAnswer, HttpCall } from '../../contract/call.ts';
import { haveSameJson } from '../../web/records/form/useRecordForm.ts';
import { toError } from '../../web/sending/as-error.ts';
import {
  Fatal,
  IdempotencyKeyTaken,
  mayHaveTakenEffect,
  rejectionOfAnswer,
  settledAnswer,
  SignedOut,
  ServerUnavailable,
} from '../../web/sending/send.ts';
import { openSubmission, type FollowedOperation } from '../../web/sending/submission.ts';
import { useOperation } from './useOperation.ts';

type Sent<A> = { answer: A; pending: { operation: { id: string }; message: string } | null };

type Submission<C extends HttpCall, T> = {
  call: C;
  send: (input: T, idempotencyKey: string) => Promise<Sent<CallAnswer<C>>>;
  /** The sentence after an error that says which button is safe to press again while the key is kept. */
  again: string;
  /** The message of an operation that failed later without a reason. */
  failedLater: string;
  /** `isEarlier`: the answer belongs to an earlier press of the button, whose own answer was lost. */
  succeed: (answer: CallAnswer<C>, isEarlier: boolean) => void;
  /** `isUnknown`: the server may have carried out the call despite the error, so the key is kept. */
  fail: (error: Error, isUnknown: boolean) => void;
};

/**
 * Sends a call that moves money, once per submission called `name`. One call runs at a time, under one idempotency
 * key until its outcome is certain, also over a reload. After a 202, or if another submission has taken the key, that
 * operation is followed to its end.
 */
export function useSubmission<C extends HttpCall, T>(name: string, submitting: Submission<C, T>) {
  const [submission] = useState(() => openSubmission(name));
  const [pending, setPending] = useState<FollowedOperation | null>(() => submission.followed());
  const [isWorking, setWorking] = useState(false);
  const isBusy = useRef(pending !== null);
  const queries = useQueryClient();
  const operation = useOperation(pending?.id ?? null);
  const stop = (followed: FollowedOperation | null): void => {
    isBusy.current = followed !== null;
    setWorking(false);
    setPending(followed);
  };
  useEffect(() => {
    if (operation?.state !== 'settled') return;
    const answer = settledAnswer(submitting.call, operation);
    submission.end();
    stop(null);
    // Queries are invalidated here, because only a write that is answered at once does so by itself.
    void queries.invalidateQueries();
    if (answer) submitting.succeed(answer, pending?.isEarlier ?? false);
    else
      fail(rejectionOfAnswer(operation.answer_status, operation.answer) ?? new Error(submitting.failedLater));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per settled operation
  }, [operation?.id, operation?.state]);

  /**
   * Sends what `prepare` returns. If `prepare` throws, nothing is sent, and an earlier press without an answer keeps
   * its key.
   */
  async function submit(prepare: () => T | Promise<T>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setWorking(true);
    const input = await (async () => prepare())().catch(toError);
    if (input instanceof Error) {
      stop(null);
      return fail(input);
    }
    const sent = await submitting.send(input, submission.key()).catch(toError);
    if (sent instanceof IdempotencyKeyTaken) return stop(submission.followEarlier(sent.operationId));
    if (sent instanceof Error) return reject(sent);
    const { answer, pending: begun } = sent;
    if (begun) return stop(submission.follow(begun.operation.id, begun.message));
    submission.end();
    stop(null);
    submitting.succeed(answer, false);
  }

  function reject(error: Error): void {
    if (!mayHaveTakenEffect(error)) submission.end();
    stop(null);
    // The message of an unavailable server already says to try again.
    const isUnknown =
      error instanceof Fatal && mayHaveTakenEffect(error) && !(error instanceof ServerUnavailable);
    fail(isUnknown ? withAdvice(error, submitting.again) : error, isUnknown);
  }
  function fail(error: Error, isUnknown = false): void {
    // A signed-out user already sees the sign-in dialog, so no error is shown.
    if (!(error instanceof SignedOut)) submitting.fail(error, isUnknown);
  }
  return { isWorking, pending, isBusy: () => isBusy.current, isUnanswered: submission.isUnanswered, submit };
}

// The browser's own error text for a missing answer (status 0) helps nobody, so it is left out.
const withAdvice = ({ message, status, debug }: Fatal, advice: string): Fatal =>
  new Fatal(`${message} ${advice}`, status, status === 0 ? '' : debug);

/** Introduces the outcome of an earlier press, which asked for something else: `This was your earlier change: ...`. */
export const earlierOutcomeText = (deed: string, message: string): string =>
  `This was your earlier ${deed}: ${message}`;

type Form = { credit_card: unknown };
// The card is left out of the comparison: a reload does not keep it, and the card of a waiting customer is loaded
// again.
const withoutCard = <F extends Form>({ credit_card: _card, ...form }: F) => form;

/**
 * Remembers the form as it was sent. What is typed while the call runs belongs to the next submission, and stays on
 * the screen.
 */
export function useSentForm<F extends Form>(now: { form: F; isTyped: boolean }) {
  const sent = useRef(now.form);
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  return {
    sent,
    /** Returns true if the form was changed after it was sent. `isEarlier`: the form that was sent is no longer known. */
    isTypedSince: (isEarlier: boolean): boolean => {
      const { form, isTyped } = latest.current;
      return isTyped && (isEarlier || !haveSameJson(withoutCard(sent.current), withoutCard(form)));
    },
  };
}
