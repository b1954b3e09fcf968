const EVERY_MS = 500;
const USUAL_COLUMNS = 80;

/** The running steps of each output stream, in the order they began. A terminal shows them in lines that are redrawn. */
const active = new Map();

const secondsSince = (begun) => `${((Date.now() - begun) / 1000).toFixed(1)} s`;

/**
 * Returns the progress line of a step. A narrow terminal gets a shortened name, because a line that wraps could not be
 * redrawn.
 */
function lineOf({ name, done, total, begun }, columns) {
  const share = total > 0 ? ` ${done} of ${total},` : '';
  const figures = ` ...${share} ${secondsSince(begun)}`;
  return `${name.slice(0, Math.max(0, columns - 1 - figures.length))}${figures}`.slice(0, columns - 1);
}

const draw = (stream) => {
  const { steps } = active.get(stream);
  const columns = stream.columns || USUAL_COLUMNS;
  stream.write(steps.map((step) => `\r\x1b[K${lineOf(step, columns)}`).join('\n'));
  // Moves the cursor to the first line, where the next drawing begins.
  stream.write(steps.length > 1 ? `\x1b[${steps.length - 1}A\r` : '\r');
};

function begin(stream, step) {
  if (!active.has(stream)) {
    const timer = setInterval(() => draw(stream), EVERY_MS);
    timer.unref();
    active.set(stream, { steps: [], timer });
  }
  active.get(stream).steps.push(step);
  draw(stream);
}

/** Prints the final form of a step's line, above the running steps. */
function end(stream, step) {
  const { steps, timer } = active.get(stream) ?? { steps: [] };
  if (!steps.includes(step)) return;
  stream.write(`\r\x1b[J${lineOf(step, stream.columns || USUAL_COLUMNS)}\n`);
  steps.splice(steps.indexOf(step), 1);
  if (steps.length > 0) return draw(stream);
  clearInterval(timer);
  active.delete(stream);
}

/** Leaves all progress lines as they are and moves below them, for a process that ends before its steps do. */
export function abandonSteps() {
  for (const [stream, { steps }] of active) for (const step of Array.from(steps)) end(stream, step);
}

/**
 * Begins a step that takes seconds. A terminal shows the step's name, progress and elapsed time in one line that is
 * redrawn; other outputs get one line. Returns `advance`, which takes the count done so far, and `end`.
 */
export function beginStep(name, total = 0, stream = process.stdout) {
  if (!stream.isTTY) {
    stream.write(`${name} ...\n`);
    return { advance: () => undefined, end: () => undefined };
  }
  const step = { name, total, done: 0, begun: Date.now() };
  begin(stream, step);
  return {
    advance: (count) => {
      step.done = Math.min(count, total);
      if (active.get(stream)?.steps.includes(step)) draw(stream);
    },
    end: () => end(stream, step),
  };
}

/** Returns a function that receives the progress reports of successive steps, and shows each. */
export function showReports() {
  let current = null;
  return ({ name, done, total }) => {
    if (current?.name !== name) current = { name, progress: beginStep(name, total) };
    current.progress.advance(done);
    if (done < total) return;
    current.progress.end();
    current = null;
  };
}
