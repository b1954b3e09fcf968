import type { CSSProperties } from 'react';
import { formatMoney } from '../../../contract/money.ts';
import { formatCell } from './cells.rules.ts';
import { chartScale, type ChartBar, type SheetChart, type ChartScale } from './charts.rules.ts';

/** Charts the figures of a sheet, which may be another than the `shown` one, and describes the chart in words too. */
export function ReportChart({
  title,
  sheet,
  says,
  bars,
  upright,
  names,
  shown,
}: SheetChart & { shown: string }) {
  const scale = chartScale(bars);
  const style: CSSProperties & Record<`--${string}`, number> = {
    '--bars': bars.length,
    '--below': scale.below,
  };
  return (
    <figure className="card report-chart" data-upright={upright || undefined}>
      <figcaption>
        <strong>{title}</strong>
        <span className="quiet">as a table {sheet === shown ? 'below' : `under ${sheet}`}</span>
      </figcaption>
      <div className="report-bars" role="img" aria-label={`${title}: ${says}`} style={style}>
        {bars.map((bar, at) => (
          <BarShown key={at} bar={bar} scale={scale} upright={upright} names={names} />
        ))}
      </div>
      {upright && (
        <div className="report-ends quiet" aria-hidden>
          <span>{bars[0]?.label}</span>
          {names && (
            <span className="report-names">
              <i />
              {names[0]}
              <i data-before />
              {names[1]}
            </span>
          )}
          <span>{bars.at(-1)?.label}</span>
        </div>
      )}
    </figure>
  );
}

type BarProps = { bar: ChartBar; scale: ChartScale; upright: boolean; names: SheetChart['names'] };

const HIGH = 130;

const BarShown = ({ bar, scale, upright, names }: BarProps) => {
  const { label, cents, before } = bar;
  // A bar whose figure is not 0 is always visible.
  const share = (figure: number, whole: number) =>
    figure === 0 ? 0 : Math.max(Math.abs(figure) / whole, 0.01);
  const styleOf = (figure: number): CSSProperties =>
    upright
      ? { height: `${share(figure, scale.whole) * HIGH}px` }
      : { width: `${share(figure, scale.largest) * 100}%` };
  const isBelow = (figure: number) => figure < 0 || undefined;
  const caption =
    before === undefined
      ? `${label}: ${formatMoney(cents)}`
      : `${label}: ${formatMoney(cents)}, ${names?.[1]} ${formatMoney(before)}`;
  return (
    <div className="report-bar" title={caption}>
      {!upright && <span className="report-bar-name">{label}</span>}
      <span className="report-bar-room">
        <i style={styleOf(cents)} data-below={isBelow(cents)} />
        {before !== undefined && <i data-before style={styleOf(before)} data-below={isBelow(before)} />}
      </span>
      {!upright && <span className="report-bar-figure">{formatCell('money', cents)}</span>}
    </div>
  );
};
