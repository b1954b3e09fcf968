import { useId, useState, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { formatMoney } from '../../../contract/money.ts';
import { formatWithCommas } from '../../../web/lists/columns.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { HomeCard } from '../cards/HomeCard.tsx';
import { periodName } from '../cards/change.rules.ts';
import { LEADERBOARD_BOXES, home, type LeaderboardFigures as Boards } from '../home.contract.ts';
import { useSummary } from '../useSummary.ts';
import { leaderboardBars } from './bars.rules.ts';
import './board.css';

const LABELS = { sdgr: 'SDGR', psgr: 'PSGR', hotels: 'Hotels' };
const ALL = { sdgr: true, psgr: true, hotels: true };

/** Shows charts of the bookings by each agent on a day and in its month; three check boxes select agencies. */
export function Leaderboard({ date, today }: { date: string; today: string }) {
  const id = useId();
  const [agentFilter, setFilter] = useState(ALL);
  const found = useSummary(['leaderboard', date, agentFilter], () =>
    sendCall(home.agentLeaderboard, { body: { date, agentFilter } }),
  );
  const day = periodName({ isMonthly: false, date }, today);
  const month = periodName({ isMonthly: true, date }, today);
  return (
    <section className="leaderboard" aria-labelledby={id}>
      <div className="leaderboard-head">
        <h2 id={id}>Agent leaderboard</h2>
        <fieldset>
          <legend className="unseen">Agents of</legend>
          {LEADERBOARD_BOXES.map((box) => (
            <label key={box} data-box={box}>
              <input
                type="checkbox"
                checked={agentFilter[box]}
                onChange={({ target }) => setFilter({ ...agentFilter, [box]: target.checked })}
              />
              {LABELS[box]}
            </label>
          ))}
        </fieldset>
      </div>
      {found.error && (
        <HomeCard title="Leaderboard" found={found}>
          {() => null}
        </HomeCard>
      )}
      {(found.data !== undefined || !found.error) && (
        <div className="boards">
          <Rounds
            title={`Rounds, ${day}`}
            found={found}
            of={({ daily }) => daily.rounds}
            none="No daily data available."
          />
          <Revenue
            title={`Revenue, ${day}`}
            found={found}
            of={({ daily }) => daily.revenue}
            none="No daily revenue data available."
          />
          <Rounds
            title={`Rounds, ${month}`}
            found={found}
            of={({ monthly }) => monthly.rounds}
            none="No monthly rounds data available."
          />
          <Revenue
            title={`Revenue, ${month}`}
            found={found}
            of={({ monthly }) => monthly.revenue}
            none="No monthly revenue data available."
          />
        </div>
      )}
    </section>
  );
}

type BoardProps<Part> = {
  title: string;
  found: UseQueryResult<Boards>;
  of: (boards: Boards) => Part;
  none: string;
};

const Rounds = ({ of, none, ...card }: BoardProps<Boards['daily']['rounds']>) => (
  <HomeCard {...card} isTold>
    {(boards) => (
      <Bars
        none={none}
        boxes={boards.boxes}
        values={Object.entries(of(boards)).map(([name, { rounds }]) => [name, rounds])}
        label={(name, n) => `${name} - ${formatWithCommas(n)} rounds`}
      />
    )}
  </HomeCard>
);

const Revenue = ({ of, none, ...card }: BoardProps<Boards['daily']['revenue']>) => (
  <HomeCard {...card} isTold>
    {(boards) => (
      <Bars
        none={none}
        boxes={boards.boxes}
        values={Object.entries(of(boards)).map(([name, { revenue }]) => [name, revenue])}
        label={(name, cents) => `${name} - ${formatMoney(cents)}`}
      />
    )}
  </HomeCard>
);

type BarsProps = {
  none: string;
  boxes: Boards['boxes'];
  values: [name: string, value: number][];
  label: (name: string, value: number) => ReactNode;
};

/** Shows a bar for each agent in the color of the agency's check box, with the agency's name for people who cannot see colors. */
function Bars({ none, boxes, values, label }: BarsProps) {
  if (values.length === 0) return <p className="quiet">{none}</p>;
  return (
    <ol className="bars">
      {leaderboardBars(values).map(({ name, value, percent }) => {
        const box = boxes[name] ?? 'sdgr';
        return (
          <li key={name} data-box={box}>
            <span>{label(name, value)}</span>
            <i role="img" aria-label={LABELS[box]} title={LABELS[box]}>
              <i style={{ width: `${percent}%` }} />
            </i>
          </li>
        );
      })}
    </ol>
  );
}
