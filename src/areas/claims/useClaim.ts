import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { askToConfirm, type ConfirmQuestion } from '../../web/leaving/ask.ts';
import { sendCall } from '../../web/sending/send.ts';
import { claims, type ClaimRequest, type Claim } from './claims.contract.ts';
import { claimText } from './claims.rules.ts';
import { isOfThisTab, newHolder, useClaims, type ExpiringClaim } from './useClaims.ts';

type Subjects = ClaimRequest['subjects'];
export type HeldClaim = {
  /** The claim on one of the subjects that belongs to another person, or to this person in another tab. */
  other: ExpiringClaim | undefined;
  goOn: () => void;
  /** Returns the question before an action, or null if nobody else has the claim. */
  question: () => GoOnQuestion | null;
  /** Releases the claim when the work is done or given up. */
  leave: () => void;
};

// A claim is renewed far more often than it would expire, and far less often than somebody types.
const NOTE_INPUT_EVERY_MS = 20_000;
/** A tab without input for this long takes no claim back until its next input, because its own claim would have expired. */
const IDLE_MS = 5 * 60_000;
const BACKGROUND = { background: true };

/** Resolves when the work is done, or as soon as the page closes. */
async function untilPageCloses(work: Promise<unknown>): Promise<void> {
  const isDone = new AbortController();
  const closes = new Promise((resolve) =>
    window.addEventListener('pagehide', resolve, { once: true, signal: isDone.signal }),
  );
  await Promise.race([work, closes]);
  isDone.abort();
}

type GoOnQuestion = Pick<ConfirmQuestion, 'question'> & { verb: string };
const questionOf = (running: Claim): GoOnQuestion => ({
  question: `${claimText(running)}. Go on?`,
  verb: 'Go on',
});
/** Asks for confirmation before another person's claim is taken over; the question closes by itself when `until` resolves. */
export const confirmTakeOver = (running: Claim, until?: Promise<void>): Promise<boolean> =>
  askToConfirm({ ...questionOf(running), ...(until && { until }) });

/** Creates the state of an open question about a claim, which closes by itself when that claim ends. */
function newQuestion() {
  const askedAt = Date.now();
  let hasEnded = false;
  let end = (): void => undefined;
  const isOver = new Promise<void>((resolve) => {
    end = () => {
      hasEnded = true;
      resolve();
    };
  });
  /** Closes the question if the claims were loaded after it was asked; they no longer have the claim that it is about. */
  const endBy = (loadedAt: number): void => {
    if (loadedAt > askedAt) end();
  };
  return { isOver, endBy, end: () => end(), hasEnded: () => hasEnded };
}

type Having = {
  doing: Claim['doing'];
  subjects: Subjects;
  /**
   * Called if the user leaves the claim to the other person; `isFirst` if the claimed subject is the one the screen was
   * opened for.
   */
  giveUp: (isFirst: boolean) => void;
};

/**
 * Holds a claim while something is booked or a customer is called, from opening the screen to leaving it, and for up to five
 * minutes after the last input. When the subjects change, the previous claim is released.
 */
export function useClaim({ doing, subjects, giveUp }: Having): HeldClaim {
  const queries = useQueryClient();
  const [holder] = useState(newHolder);
  const [isOver, setOver] = useState(false);
  const key = subjects.map(({ subject, subject_id }) => `${subject} ${subject_id}`).join();
  // The subjects of the current claim, and the last request: a new claim waits for it, so that it does not overtake a
  // release.
  const heldKey = useRef('');
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const takenAt = useRef(0);
  const lastInputAt = useRef(0);
  // The subjects whose claim the user took over by the button, so that the question is not asked again.
  const wentOn = useRef('');
  const wasOpened = useRef(false);
  const asking = useRef<ReturnType<typeof newQuestion> | null>(null);
  const take = async (go_on: boolean) => {
    takenAt.current = Date.now();
    // A claim prevents accidents but never a booking: if the request fails, work continues without a claim.
    const claimed = sent.current.then(() =>
      sendCall(claims.take, { body: { holder, subjects, doing, go_on } }, BACKGROUND).catch(() => null),
    );
    sent.current = claimed;
    const answer = await claimed;
    void queries.invalidateQueries({ queryKey: ['turns'] });
    return answer?.held ?? null;
  };
  const sendLeave = () =>
    sendCall(claims.leave, { params: { holder } }, { ...BACKGROUND, keepalive: true }).catch(() => undefined);
  const release = (isClosing: boolean): void => {
    if (heldKey.current === '') return;
    heldKey.current = '';
    // A closing page does not wait for the last answer, or its claim would last five minutes more.
    sent.current = isClosing ? sendLeave() : untilPageCloses(sent.current).then(sendLeave);
  };
  const end = useEffectEvent(release);
  const leave = (): void => {
    setOver(true);
    release(false);
  };
  const open = useEffectEvent(async () => {
    const isFirst = !wasOpened.current;
    wasOpened.current = true;
    lastInputAt.current = Date.now();
    wentOn.current = '';
    heldKey.current = key;
    const held = await take(false);
    if (!held || heldKey.current !== key || wentOn.current === key) return;
    const asked = newQuestion();
    asking.current = asked;
    const goesOn = await confirmTakeOver(held, asked.isOver);
    if (heldKey.current !== key) return;
    if (goesOn) void take(!asked.hasEnded());
    else giveUp(isFirst);
  });
  const isHeld = key !== '' && !isOver;
  // This tab's own claims are left out, because a call that becomes a booking is claimed under another id, and claiming it
  // twice could overtake the release.
  const { data: present, dataUpdatedAt } = useClaims(isHeld);
  const other = present?.find(
    (claim) =>
      !isOfThisTab(claim) &&
      subjects.some(
        ({ subject, subject_id }) => claim.subject === subject && claim.subject_id === subject_id,
      ),
  );
  const isOthers = other !== undefined;
  // The question needs no answer once the other claim has ended, because its holder left or booked.
  useEffect(() => {
    if (!isOthers) asking.current?.endBy(dataUpdatedAt);
  }, [isOthers, dataUpdatedAt]);
  // If the other person's claim is released or expires, this tab claims the subjects again, if it is still booking.
  const wasOthers = useRef(false);
  const takeBack = useEffectEvent(() => {
    const isIdle = Date.now() - lastInputAt.current >= IDLE_MS;
    if (isHeld && wasOthers.current && !isOthers && !isIdle) void take(false);
    wasOthers.current = isOthers;
  });
  useEffect(() => takeBack(), [isOthers]);
  const input = useEffectEvent(() => {
    lastInputAt.current = Date.now();
    const isTheirs = other !== undefined && other.endsAt > Date.now();
    if (isHeld && !isTheirs && Date.now() - takenAt.current > NOTE_INPUT_EVERY_MS) void take(false);
  });
  useEffect(() => {
    if (!isHeld) return;
    void open();
    return () => {
      asking.current?.end();
      end(false);
    };
  }, [isHeld, key]);
  useEffect(() => {
    const note = () => input();
    const takeOver = () => end(true);
    document.addEventListener('keydown', note);
    document.addEventListener('pointerdown', note);
    window.addEventListener('pagehide', takeOver);
    return () => {
      document.removeEventListener('keydown', note);
      document.removeEventListener('pointerdown', note);
      window.removeEventListener('pagehide', takeOver);
    };
  }, []);
  const goOn = (): void => {
    wentOn.current = key;
    void take(true);
  };
  const question = (): GoOnQuestion | null =>
    isHeld && other && other.endsAt > Date.now() ? questionOf(other) : null;
  return { other: isHeld ? other : undefined, goOn, question, leave };
}
