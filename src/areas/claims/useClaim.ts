import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ask, type Question } from '../../web/leaving/ask.ts';
import { send } from '../../web/sending/send.ts';
import { claims, type ClaimRequest, type Claim } from './claims.contract.ts';
import { claimText } from './claims.rules.ts';
import { useClaims, type ExpiringClaim } from './useClaims.ts';

type Subjects = ClaimRequest['subjects'];
export type MyClaim = {
  /** The claim of somebody else, or of one's own in another tab, on one of the subjects. */
  other: ExpiringClaim | undefined;
  goOn: () => void;
  /** Returns the question before an action, or null if nobody else has the claim. */
  question: () => GoOnQuestion | null;
  /** Releases the claim, when the work is done or given up. */
  leave: () => void;
};

// Far more often than a claim expires, and far less often than somebody types.
const NOTE_INPUT_EVERY_MS = 20_000;
const BACKGROUND = { background: true };

const holdersHere = new Set<string>();
/** Creates a new holder of claims, which this tab knows as its own. */
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
/** Asks the one question before somebody else's claim is taken over. */
export const asksToGoOn = (running: Claim): Promise<boolean> => ask(questionOf(running));

type Having = {
  doing: Claim['doing'];
  subjects: Subjects;
  /** Somebody else has the claim, and is not to be disturbed; `isFirst` if it is what was opened. */
  giveUp: (isFirst: boolean) => void;
};

/**
 * Holds the claim on what is booked, or who is called, from opening to leaving, and up to five minutes after the last input. When
 * the subjects change, the previous claim is released.
 */
export function useClaim({ doing, subjects, giveUp }: Having): MyClaim {
  const queries = useQueryClient();
  const [holder] = useState(newHolder);
  const [isOver, setOver] = useState(false);
  const key = subjects.map(({ subject, subject_id }) => `${subject} ${subject_id}`).join();
  // For work that waited in between: the subjects of the present claim, and the last request, since a claim must not overtake a
  // release.
  const heldKey = useRef('');
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const takenAt = useRef(0);
  // The subjects whose claim was taken from somebody else by a press: the question is asked once.
  const wentOn = useRef('');
  const wasOpened = useRef(false);
  const take = async (go_on: boolean) => {
    takenAt.current = Date.now();
    // A claim prevents accidents and never a booking: if it cannot be requested, work continues without it.
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
    // A page that closes waits for no answer, or the claim would last five minutes more.
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
  // A call of this tab that becomes a booking is claimed once: a second claim could overtake the release.
  const other = useClaims(isHeld).data?.find(
    (claim) =>
      !isOfThisTab(claim) &&
      subjects.some(
        ({ subject, subject_id }) => claim.subject === subject && claim.subject_id === subject_id,
      ),
  );
  // If the other holder has left, or the claim has expired, this tab takes it back, because it is still booking.
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
