import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Answer, Call } from '../../contract/call.ts';
import { equalOnWire } from '../../web/records/form/useForm.ts';
import { asError } from '../../web/sending/as-error.ts';
import {
  Fatal,
  KeyTaken,
  mayBeDone,
  rejectionIn,
  settledAnswer,
  SignedOut,
  Unavailable,
} from '../../web/sending/send.ts';
import { submissionOf, type FollowedOperation } from '../../web/sending/submission.ts';
import { useOperation } from './useOperation.ts';

type Sent<A> = { answer: A; pending: { operation: { id: string }; message: string } | null };

type Submission<C extends Call, T> = {
  call: C;
  send: (input: T, idempotencyKey: string) => Promise<Sent<Answer<C>>>;
  /** The sentence that follows a failure while the key is kept: which button is safe to press again. */
  again: string;
  /** The message of an operation that failed later without a reason. */
  failedLater: string;
  /** `isEarlier`: the answer belongs to a press before the last one, whose own answer was lost. */
  succeed: (answer: Answer<C>, isEarlier: boolean) => void;
  /** `isUnknown`: the call may have been carried out all the same, so its key is kept. */
  fail: (error: Error, isUnknown: boolean) => void;
};

/**
 * Sends a call that moves money, once per submission called `name`: one call at a time, one idempotency key until there is a certain
 * answer, also over a reload; a 202 is followed to its end, and so is the submission that a taken key belongs to.
 */
export function useSubmission<C extends Call, T>(name: string, submitting: Submission<C, T>) {
  const [submission] = useState(() => submissionOf(name));
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
    // A write that is answered at once does this by itself.
    void queries.invalidateQueries();
    if (answer) submitting.succeed(answer, pending?.isEarlier ?? false);
    else fail(rejectionIn(operation.answer_status, operation.answer) ?? new Error(submitting.failedLater));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per settled operation
  }, [operation?.id, operation?.state]);

  /** Sends what `prepare` returns. Where it throws nothing is sent, and a press before it without an answer keeps its key. */
  async function submit(prepare: () => T | Promise<T>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setWorking(true);
    const input = await (async () => prepare())().catch(asError);
    if (input instanceof Error) {
      stop(null);
      return fail(input);
    }
    const sent = await submitting.send(input, submission.key()).catch(asError);
    if (sent instanceof KeyTaken) return stop(submission.followEarlier(sent.operationId));
    if (sent instanceof Error) return reject(sent);
    const { answer, pending: begun } = sent;
    if (begun) return stop(submission.follow(begun.operation.id, begun.message));
    submission.end();
    stop(null);
    submitting.succeed(answer, false);
  }

  function reject(error: Error): void {
    if (!mayBeDone(error)) submission.end();
    stop(null);
    // The sentence of a server that cannot serve now says itself to try again.
    const isUnknown = error instanceof Fatal && mayBeDone(error) && !(error instanceof Unavailable);
    fail(isUnknown ? withAdvice(error, submitting.again) : error, isUnknown);
  }
  function fail(error: Error, isUnknown = false): void {
    // The sign-in, which comes by itself, says enough.
    if (!(error instanceof SignedOut)) submitting.fail(error, isUnknown);
  }
  return { isWorking, pending, isBusy: () => isBusy.current, isUnanswered: submission.isUnanswered, submit };
}

// Nobody is helped by what a browser says of an answer that never came (status 0).
const withAdvice = ({ message, status, debug }: Fatal, advice: string): Fatal =>
  new Fatal(`${message} ${advice}`, status, status === 0 ? '' : debug);

/** Introduces the outcome of a press before the last one, which asked for something else: `This was your earlier change: ...`. */
export const earlierText = (deed: string, message: string): string =>
  `This was your earlier ${deed}: ${message}`;

type Form = { credit_card: unknown };
// A card is not kept over a reload, and the one of a waiting customer comes by itself.
const withoutCard = <F extends Form>({ credit_card: _card, ...form }: F) => form;

/** Remembers a form as it was sent: what is typed while it is on its way belongs to the next submission, and stays. */
export function useSentForm<F extends Form>(now: { form: F; isTyped: boolean }) {
  const sent = useRef(now.form);
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  return {
    sent,
    /** `isEarlier`: the form that was sent is not known any more. */
    isTypedSince: (isEarlier: boolean): boolean => {
      const { form, isTyped } = latest.current;
      return isTyped && (isEarlier || !equalOnWire(withoutCard(sent.current), withoutCard(form)));
    },
  };
}
