import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ask } from '../../web/leaving/ask.ts';
import { send } from '../../web/sending/send.ts';
import { turns, type Asked } from './turns.contract.ts';
import { useTurns, type Running } from './useTurns.ts';

type Subjects = Asked['subjects'];
export type MyTurn = {
  /** Somebody else's, who has one of the subjects now. */
  other: Running | undefined;
  goOn: () => void;
  /** It is done, or was given up: nothing is held any more. */
  leave: () => void;
};

// Far more often than a turn is over, and far less often than somebody types.
const NOTE_INPUT_EVERY_MS = 20_000;
const BACKGROUND = { background: true };

/** Has the turn at what a booking was opened from, from opening to leaving, five minutes beyond the last input. */
export function useTurn(subjects: Subjects): MyTurn {
  const queries = useQueryClient();
  const [holder] = useState(() => crypto.randomUUID());
  const isHeld = subjects.length > 0;
  const [isOver, setOver] = useState(!isHeld);
  // For what has waited meanwhile.
  const hasLeft = useRef(false);
  const takenAt = useRef(0);
  const take = async (go_on: boolean) => {
    takenAt.current = Date.now();
    // A turn keeps from accidents and never from booking: where it can not be asked for, work goes on without.
    const answer = await send(turns.take, { body: { holder, subjects, go_on } }, BACKGROUND).catch(
      () => null,
    );
    void queries.invalidateQueries({ queryKey: ['turns'] });
    return answer?.held ?? null;
  };
  const leave = (): void => {
    if (isOver || hasLeft.current) return;
    hasLeft.current = true;
    setOver(true);
    // Also while the page is going.
    send(turns.leave, { params: { holder } }, { ...BACKGROUND, keepalive: true }).catch(() => undefined);
  };
  const open = useEffectEvent(async () => {
    if (!isHeld) return;
    const held = await take(false);
    if (!held || hasLeft.current) return;
    const question = `${held.staff_name} is booking this. Go on?`;
    if ((await ask({ question, verb: 'Go on' })) && !hasLeft.current) void take(true);
  });
  const other = useTurns(isHeld).data?.find(
    (turn) =>
      turn.holder !== holder &&
      subjects.some(({ subject, subject_id }) => turn.subject === subject && turn.subject_id === subject_id),
  );
  const input = useEffectEvent(() => {
    const isTheirs = other !== undefined && other.endsAt > Date.now();
    if (!isOver && !isTheirs && Date.now() - takenAt.current > NOTE_INPUT_EVERY_MS) void take(false);
  });
  const end = useEffectEvent(leave);
  useEffect(() => {
    void open();
    const note = () => input();
    const going = () => end();
    document.addEventListener('keydown', note);
    document.addEventListener('pointerdown', note);
    window.addEventListener('pagehide', going);
    return () => {
      document.removeEventListener('keydown', note);
      document.removeEventListener('pointerdown', note);
      window.removeEventListener('pagehide', going);
      end();
    };
  }, []);
  return { other: isOver ? undefined : other, goOn: () => void take(true), leave };
}
