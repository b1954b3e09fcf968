import type { CSSProperties } from 'react';
import { formatMoney } from '../../../contract/money.ts';
import { cellRead } from './cells.rules.ts';
import type { Bar, Chart } from './charts.rules.ts';

/** A picture of the figures that stand in the table below; what it says is said in words too. */
export function ReportChart({ title, says, bars, upright }: Chart) {
  const largest = Math.max(...bars.map(({ cents }) => Math.abs(cents)), 1);
  return (
    <figure className="card report-chart" data-upright={upright || undefined}>
      <figcaption>
        <strong>{title}</strong>
        <span className="quiet">as a table below</span>
      </figcaption>
      <div className="report-bars" role="img" aria-label={`${title}: ${says}`}>
        {bars.map((bar) => (
          <BarShown key={bar.label} bar={bar} share={Math.abs(bar.cents) / largest} upright={upright} />
        ))}
      </div>
      {upright && (
        <div className="report-ends quiet" aria-hidden>
          <span>{bars[0]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </div>
      )}
    </figure>
  );
}

const BarShown = ({ bar, share, upright }: { bar: Bar; share: number; upright: boolean }) => {
  const style: CSSProperties = {
    [upright ? 'height' : 'width']: `${Math.max(share * 100, bar.cents === 0 ? 0 : 1)}%`,
  };
  const said = `${bar.label}: ${formatMoney(bar.cents)}`;
  return (
    <div className="report-bar" title={said} data-below={bar.cents < 0 || undefined}>
      {!upright && <span className="report-bar-name">{bar.label}</span>}
      <span className="report-bar-room">
        <i style={style} />
      </span>
      {!upright && <span className="report-bar-figure">{cellRead('money', bar.cents)}</span>}
    </div>
  );
};
