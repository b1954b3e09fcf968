import { beforeAll } from 'vitest';
import { foreUpAvailability } from '../../src/areas/availability/open-times.contract.ts';
import { testApp, type HeaderFields } from './app.ts';
import { fillOpenTimes, type ModelTime } from './open-times.ts';

export const NOW = '2030-05-01T18:00:00Z'; // 11:00 at the courses
export const GREY = 3;

/** A company with open times at four courses, the same times as plain objects, and the call that lists them. */
export function listedOpenTimes() {
  const app = testApp({ settings: { GREY_COURSE_ID: String(GREY) } });
  const at = { agent: {} as HeaderFields };
  const model: ModelTime[] = [];
  beforeAll(async () => {
    app.setClock(NOW);
    at.agent = await app.signedIn('agent');
    model.push(...(await fillOpenTimes(app.db, GREY)));
  });
  const index = (query: object) => app.ok(foreUpAvailability.index, { query }, at.agent);

  return { app, at, model, index };
}
