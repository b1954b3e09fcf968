import type { AppContext } from '../../../server/process/context.ts';
import { every, type Timer } from '../../../server/process/timer.ts';
import { joinCounts } from './counts.queries.ts';

const EVERY_MS = 3_600_000;

/** Keeps the rows that make up the list's total few: one for each past day. */
export const startJoiningCounts = (app: AppContext): Timer =>
  every(EVERY_MS, 'tee time counts', () => joinCounts(app.db));
