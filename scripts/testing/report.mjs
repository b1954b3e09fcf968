// Prints the report at the end of a test run.
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { stripVTControlCharacters } from 'node:util';

/** Returns at most five lines of a failure's message, without the colors and the stack. */
function shortened(message, lines = 5) {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, lines)
    .map((line) => `    ${line.slice(0, lines > 5 ? 1000 : 200)}`)
    .join('\n');
}

/**
 * Prints each failed test with its file, its message, for a journey the content of its page, and the command that runs the
 * test alone.
 */
export function printFailures(failures) {
  if (failures.length === 0) return;
  console.log(`\nFailed:`);
  for (const { file, name, message, lines, screen, rerun } of failures) {
    console.log(`  ${file}: ${name}\n${shortened(message ?? '', lines)}`);
    if (screen) console.log(shortened(screen, 80));
    console.log(`    Rerun: ${rerun}`);
  }
}

/** Lists the tests that this machine could not run, because a green run says nothing about them. */
export function printSkippedTests(reasons) {
  if (reasons.length === 0) return;
  console.log(`\nNot run here:`);
  for (const reason of reasons) console.log(`  ${reason}`);
}

/** Prints the seconds of each step and of the slowest files, and the total processor time. */
export function printTimings(steps, seconds) {
  console.log(`\nStep                     seconds    tests`);
  for (const { name, seconds: took, result } of steps)
    console.log(
      `${name.padEnd(24)} ${took.toFixed(1).padStart(7)} ${String(result.passed + result.failed).padStart(8)}`,
    );
  const files = steps.flatMap(({ name, result }) => result.files.map((one) => ({ ...one, step: name })));
  console.log(`\nThe 40 slowest files (several run at once)`);
  for (const { file, seconds: took, tests, step } of files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 40))
    console.log(`${took.toFixed(1).padStart(7)} s ${String(tests).padStart(5)}  ${file} (${step})`);
  console.log(
    `\n${seconds.toFixed(0)} s, ${cpuSeconds()}, load average ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  );
}

/** Returns the processor time of this process's ended children, on Linux. */
function cpuSeconds() {
  if (!existsSync('/proc/self/stat')) return 'processor time unknown';
  // Fields 16 and 17 of proc(5) are the user and system time of waited-for children, in hundredths of a second.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(' ');
  return `${((Number(fields[15]) + Number(fields[16])) / 100).toFixed(0)} s of processor time`;
}
