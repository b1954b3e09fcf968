// Draws the results of benchmarks against a company's size, with powers of ten on both axes.

const [WIDTH, HEIGHT] = [760, 420];
const PLACE = { left: 56, right: 150, top: 16, bottom: 40 };
const COLOURS = [
  '#0b6e4f',
  '#b3541e',
  '#1f4e9e',
  '#8a2b6b',
  '#6b6b00',
  '#00707a',
  '#a3202a',
  '#4a4a4a',
  '#5b3cc4',
];
const LABEL_HEIGHT = 14;

const power = (value) => Math.log10(value);
const shownMs = (ms) => (ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`);

/** Returns an SVG of `[[teeTimes, { found }]]`, for the benchmarks that are measured in milliseconds. */
export function drawSizePicture(sizes) {
  const ids = Object.entries(sizes[0][1].found).flatMap(([id, { unit }]) => (unit === 'ms' ? [id] : []));
  const all = sizes.flatMap(([, { found }]) => ids.map((id) => found[id]?.ric).filter(Boolean));
  const [low, high] = [Math.floor(power(Math.min(...all))), Math.ceil(power(Math.max(...all)))];
  const [first, last] = [power(sizes[0][0]), power(sizes.at(-1)[0])];
  const across = (teeTimes) =>
    PLACE.left + ((power(teeTimes) - first) / (last - first || 1)) * (WIDTH - PLACE.left - PLACE.right);
  const down = (ms) =>
    PLACE.top + ((high - power(ms)) / (high - low || 1)) * (HEIGHT - PLACE.top - PLACE.bottom);
  const rules = Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
  const lines = ids.map((id, at) => {
    const points = sizes.flatMap(([teeTimes, { found }]) =>
      found[id]?.ric ? [[across(teeTimes), down(found[id].ric)]] : [],
    );
    return { id, points, colour: COLOURS[at % COLOURS.length], last: sizes.at(-1)[1].found[id]?.ric };
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...rules.map(
      (ms) =>
        `<path d="M${PLACE.left} ${down(ms)}H${WIDTH - PLACE.right}" stroke="#ddd"/><text x="${PLACE.left - 6}" y="${down(ms) + 4}" text-anchor="end" fill="#555">${shownMs(ms)}</text>`,
    ),
    ...sizes.map(
      ([teeTimes]) =>
        `<text x="${across(teeTimes)}" y="${HEIGHT - 14}" text-anchor="middle" fill="#555">${Number(teeTimes).toLocaleString('en-US')}</text>`,
    ),
    ...lines.map(
      ({ points, colour }) =>
        `<polyline points="${points.map((point) => point.map(Math.round).join(',')).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ),
    ...labels(lines),
    '</svg>',
    '',
  ].join('\n');
}

/** Labels each line of the drawing at its end, without overlaps. */
function labels(lines) {
  let below = -Infinity;
  return lines
    .filter(({ points }) => points.length > 0)
    .toSorted((one, other) => one.points.at(-1)[1] - other.points.at(-1)[1])
    .map(({ id, points, colour, last }) => {
      below = Math.max(points.at(-1)[1] + 4, below + LABEL_HEIGHT);
      const said = last ? ` ${last < 10 ? last.toFixed(1) : last.toFixed(0)} ms` : '';
      return `<text x="${WIDTH - PLACE.right + 8}" y="${Math.round(below)}" fill="${colour}">${id}${said}</text>`;
    });
}
