const EVERY_MS = 500;

const secondsSince = (begun) => `${((Date.now() - begun) / 1000).toFixed(1)} s`;

/**
 * Begins a step that takes seconds. A terminal shows its name, how much of it is done and the elapsed time in one line that is
 * drawn again; anything else gets one line. Returns `advance`, which takes the count done so far, and `end`.
 */
export function beginStep(name, total = 0, stream = process.stdout) {
  const begun = Date.now();
  if (!stream.isTTY) {
    stream.write(`${name} ...\n`);
    return { advance: () => undefined, end: () => undefined };
  }
  let done = 0;
  const draw = () => {
    const share = total > 0 ? ` ${done} of ${total},` : '';
    stream.write(`\r\x1b[K${name} ...${share} ${secondsSince(begun)}`);
  };
  const timer = setInterval(draw, EVERY_MS);
  timer.unref();
  draw();
  return {
    advance: (count) => {
      done = Math.min(count, total);
      draw();
    },
    end: () => {
      clearInterval(timer);
      draw();
      stream.write('\n');
    },
  };
}
