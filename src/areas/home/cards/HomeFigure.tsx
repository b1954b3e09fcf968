import type { PeriodChange } from './change.rules.ts';

const ARROWS = { up: '▲ ', down: '▼ ' };

/** Shows a large number, a label, and a comparison with the previous period. */
export function HomeFigure({
  label,
  large,
  shown,
  change,
}: {
  label: string;
  large?: true;
  shown: string;
  change: PeriodChange;
}) {
  const { tone, text } = change;
  return (
    <dl className="figure" data-large={large}>
      <dt>{label}</dt>
      <dd className="figure-number">{shown}</dd>
      <dd className="figure-change" data-tone={tone ?? undefined}>
        {tone && <span aria-hidden>{ARROWS[tone]}</span>}
        {text}
      </dd>
    </dl>
  );
}
