import { durationText } from '../../../contract/ages.ts';
import type { ScrapingState } from './sources.contract.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Returns the time until an instant, for display: `in 1:46`, `in 30 min`; `now` once the instant has passed. */
export function timeUntilText(instant: string | null, now: number): string {
  if (instant === null) return '–';
  const ms = Date.parse(instant) - now;
  if (ms <= 0) return 'now';
  if (ms >= 10 * MINUTE) return `in ${durationText(Math.ceil(ms / MINUTE) * MINUTE)}`;
  const seconds = Math.round(ms / SECOND);
  return `in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const COUNTS = ['no', 'one', 'two', 'three', 'four'];

/** Returns the line below the title of the screen Sources: the number of courses in each state. */
export function courseStatesLine(rows: readonly Pick<ScrapingState, 'state' | 'system'>[]): string {
  const of = (state: ScrapingState['state']) => rows.filter((row) => row.state === state).length;
  const [good, late, needs, apart] = [of('good'), of('late'), of('needs_somebody'), of('not_connected')];
  const systems = new Set(rows.filter(({ state }) => state !== 'not_connected').map(({ system }) => system))
    .size;
  const courses = (count: number) => `${count} ${count === 1 ? 'course' : 'courses'}`;
  const where = `${courses(rows.length - apart)} in ${COUNTS[systems]} ${systems === 1 ? 'system' : 'systems'}`;
  const how = [
    `${good} as ${good === 1 ? 'it' : 'they'} should be`,
    late > 0 && `${late} late`,
    needs > 0 && `${needs} ${needs === 1 ? 'needs' : 'need'} attention`,
    apart > 0 && `${apart} not connected`,
  ];
  return `${where} · ${how.filter(Boolean).join(', ')}`;
}
