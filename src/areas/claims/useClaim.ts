import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ask, type Question } from '../../web/leaving/ask.ts';
import { send } from '../../web/sending/send.ts';
import { claims, type ClaimRequest, type Claim } from './claims.contract.ts';
import { claimText } from './claims.rules.ts';
import { useClaims, type ExpiringClaim } from './useClaims.ts';

type Subjects = ClaimRequest['subjects'];
export type MyClaim = {
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
const BACKGROUND = { background: true };

const holdersHere = new Set<string>();
/** Creates the id under which this tab holds a claim, and remembers the id as this tab's own. */
function newHolder(): string {
  const holder = crypto.randomUUID();
  holdersHere.add(holder);
  return holder;
}
export const isOfThisTab = ({ holder }: Claim): boolean => holdersHere.has(holder);

const pageCloses = (): Promise<unknown> =>
  new Promise((resolve) => window.addEventListener('pagehide', resolve, { once: true }));

type GoOnQuestion = Pick<Question, 'question'> & { verb: string };
const questionOf = (running: Claim): GoOnQuestion => ({
  question: `${claimText(running)}. Go on?`,
  verb: 'Go on',
});
/** Asks for confirmation before another person's claim is taken over. */
export const asksToGoOn = (running: Claim): Promise<boolean> => ask(questionOf(running));

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
export function useClaim({ doing, subjects, giveUp }: Having): MyClaim {
  const queries = useQueryClient();
  const [holder] = useState(newHolder);
  const [isOver, setOver] = useState(false);
  const key = subjects.map(({ subject, subject_id }) => `${subject} ${subject_id}`).join();
  // The subjects of the current claim, and the last request: a new claim waits for it, so that it does not overtake a
  // release.
  const heldKey = useRef('');
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const takenAt = useRef(0);
  // The subjects whose claim the user took over by the button, so that the question is not asked again.
  const wentOn = useRef('');
  const wasOpened = useRef(false);
  const take = async (go_on: boolean) => {
    takenAt.current = Date.now();
    // A claim prevents accidents but never a booking: if the request fails, work continues without a claim.
    const claimed = sent.current.then(() =>
      send(claims.take, { body: { holder, subjects, doing, go_on } }, BACKGROUND).catch(() => null),
    );
    sent.current = claimed;
    const answer = await claimed;
    void queries.invalidateQueries({ queryKey: ['turns'] });
    return answer?.held ?? null;
  };
  const sendLeave = () =>
    send(claims.leave, { params: { holder } }, { ...BACKGROUND, keepalive: true }).catch(() => undefined);
  const release = (isClosing: boolean): void => {
    if (heldKey.current === '') return;
    heldKey.current = '';
    // A closing page does not wait for the last answer, or its claim would last five minutes more.
    sent.current = isClosing ? sendLeave() : Promise.race([sent.current, pageCloses()]).then(sendLeave);
  };
  const end = useEffectEvent(release);
  const leave = (): void => {
    setOver(true);
    release(false);
  };
  const open = useEffectEvent(async () => {
    const isFirst = !wasOpened.current;
    wasOpened.current = true;
    wentOn.current = '';
    heldKey.current = key;
    const held = await take(false);
    if (!held || heldKey.current !== key || wentOn.current === key) return;
    const goesOn = await asksToGoOn(held);
    if (heldKey.current !== key) return;
    if (goesOn) void take(true);
    else giveUp(isFirst);
  });
  const isHeld = key !== '' && !isOver;
  // This tab's own claims are left out, because a call that becomes a booking is claimed under another id, and claiming it
  // twice could overtake the release.
  const other = useClaims(isHeld).data?.find(
    (claim) =>
      !isOfThisTab(claim) &&
      subjects.some(
        ({ subject, subject_id }) => claim.subject === subject && claim.subject_id === subject_id,
      ),
  );
  // If the other person's claim is released or expires, this tab claims the subjects again, because it is still booking.
  const isOthers = other !== undefined;
  const wasOthers = useRef(false);
  const takeBack = useEffectEvent(() => {
    if (isHeld && wasOthers.current && !isOthers) void take(false);
    wasOthers.current = isOthers;
  });
  useEffect(() => takeBack(), [isOthers]);
  const input = useEffectEvent(() => {
    const isTheirs = other !== undefined && other.endsAt > Date.now();
    if (isHeld && !isTheirs && Date.now() - takenAt.current > NOTE_INPUT_EVERY_MS) void take(false);
  });
  useEffect(() => {
    if (!isHeld) return;
    void open();
    return () => end(false);
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
