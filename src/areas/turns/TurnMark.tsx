import { clockOf, useSecondsTo, useTurns, type Running } from './useTurns.ts';
import type { Turn } from './turns.contract.ts';
import './turns.css';

type Props = { subject: Turn['subject']; id: number };

/** "Maria is booking this, 2:40 left" on a row, an entry or a lead; nothing while nobody is. */
export function TurnMark({ subject, id }: Props) {
  const turn = useTurns().data?.find((one) => one.subject === subject && one.subject_id === id);
  return turn ? <Counting turn={turn} /> : null;
}

function Counting({ turn: { staff_name, endsAt } }: { turn: Running }) {
  const seconds = useSecondsTo(endsAt);
  if (seconds === 0) return null;
  const name = (who = '') => `${who} is booking this`;
  return (
    <span className="turn" title={`${name(staff_name)}, ${clockOf(seconds)} left`}>
      {name(staff_name.split(' ')[0])}, <time dateTime={`PT${seconds}S`}>{clockOf(seconds)}</time> left
    </span>
  );
}
