import './sparkline.css';

const WIDTH = 144;
const HEIGHT = 24;

/** Draws a small line chart of counts, the oldest at the left. */
export function Sparkline({ counts, label }: { counts: number[]; label: string }) {
  if (counts.length < 2) return null;
  const most = Math.max(...counts, 1);
  const least = Math.min(...counts);
  // The vertical axis starts at 80% of the maximum or lower, so that small changes of a large number look small.
  const from = Math.min(least, most * 0.8);
  const points = counts.map((count, at) => {
    const x = (at * WIDTH) / (counts.length - 1);
    const y = HEIGHT - 2 - ((count - from) / Math.max(most - from, 1)) * (HEIGHT - 4);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const line = `M${points.join(' L')}`;
  const ends = `from ${counts[0]} to ${counts.at(-1)}`;
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${ends}`}
    >
      <path className="sparkline-area" d={`${line} L${WIDTH} ${HEIGHT} L0 ${HEIGHT}Z`} />
      <path d={line} />
    </svg>
  );
}
