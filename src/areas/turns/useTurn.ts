import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ask } from '../../web/leaving/ask.ts';
import { send } from '../../web/sending/send.ts';
import { turns, type Asked, type Turn } from './turns.contract.ts';
import { saidOf } from './turns.rules.ts';
import { useTurns, type Running } from './useTurns.ts';

type Subjects = Asked['subjects'];
export type MyTurn = {
  /** Somebody else's, who has one of the subjects now; or one's own in another tab. */
  other: Running | undefined;
  goOn: () => void;
  /** Before something is done with it: asks where somebody else has it now, and takes it over; false where it is left to them. */
  mayGoOn: () => Promise<boolean>;
  /** It is done, or was given up: nothing is held any more. */
  leave: () => void;
};

// Far more often than a turn is over, and far less often than somebody types.
const NOTE_INPUT_EVERY_MS = 20_000;
const BACKGROUND = { background: true };

const holdersHere = new Set<string>();
/** A new holder of turns, which this tab knows as its own. */
function newHolder(): string {
  const holder = crypto.randomUUID();
  holdersHere.add(holder);
  return holder;
}
export const isOfThisTab = ({ holder }: Turn): boolean => holdersHere.has(holder);

/** The one question before somebody else's turn is taken. */
export const asksToGoOn = (theirs: Turn): Promise<boolean> =>
  ask({ question: `${saidOf(theirs)}. Go on?`, verb: 'Go on' });

type Having = {
  doing: Turn['doing'];
  subjects: Subjects;
  /** Somebody else has it, and is not to be disturbed; `isFirst` where it is what was opened. */
  giveUp: (isFirst: boolean) => void;
};

/**
 * Has the turn at what is booked, or at who is called, from opening to leaving, five minutes beyond the last input. When the
 * subjects change, the turn at those before is given up.
 */
export function useTurn({ doing, subjects, giveUp }: Having): MyTurn {
  const queries = useQueryClient();
  const [holder] = useState(newHolder);
  const [isOver, setOver] = useState(false);
  const key = subjects.map(({ subject, subject_id }) => `${subject} ${subject_id}`).join();
  // For what has waited meanwhile: of which subjects a turn is held, and the last that was sent, since what is taken must not
  // overtake what is left.
  const heldKey = useRef('');
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const takenAt = useRef(0);
  // Of which subjects somebody else's turn was taken by a press: that was the one question.
  const wentOn = useRef('');
  const wasOpened = useRef(false);
  const take = async (go_on: boolean) => {
    takenAt.current = Date.now();
    // A turn keeps from accidents and never from booking: where it can not be asked for, work goes on without.
    const asked = sent.current.then(() =>
      send(turns.take, { body: { holder, subjects, doing, go_on } }, BACKGROUND).catch(() => null),
    );
    sent.current = asked;
    const answer = await asked;
    void queries.invalidateQueries({ queryKey: ['turns'] });
    return answer?.held ?? null;
  };
  const sendLeave = () =>
    send(turns.leave, { params: { holder } }, { ...BACKGROUND, keepalive: true }).catch(() => undefined);
  const end = useEffectEvent((isGoing: boolean) => {
    if (heldKey.current === '') return;
    heldKey.current = '';
    // A page that is going waits for nothing.
    sent.current = isGoing ? sendLeave() : sent.current.then(sendLeave);
  });
  const leave = (): void => {
    setOver(true);
    if (heldKey.current === '') return;
    heldKey.current = '';
    sent.current = sent.current.then(sendLeave);
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
  const other = useTurns(isHeld).data?.find(
    (turn) =>
      turn.holder !== holder &&
      subjects.some(({ subject, subject_id }) => turn.subject === subject && turn.subject_id === subject_id),
  );
  // Whoever it was taken by has left it, or let it run out: it is who is still here that books.
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
    const going = () => end(true);
    document.addEventListener('keydown', note);
    document.addEventListener('pointerdown', note);
    window.addEventListener('pagehide', going);
    return () => {
      document.removeEventListener('keydown', note);
      document.removeEventListener('pointerdown', note);
      window.removeEventListener('pagehide', going);
    };
  }, []);
  const goOn = (): void => {
    wentOn.current = key;
    void take(true);
  };
  const mayGoOn = async (): Promise<boolean> => {
    if (!isHeld || !other || other.endsAt <= Date.now()) return true;
    const goesOn = await asksToGoOn(other);
    if (goesOn) void take(true);
    return goesOn;
  };
  return { other: isHeld ? other : undefined, goOn, mayGoOn, leave };
}
