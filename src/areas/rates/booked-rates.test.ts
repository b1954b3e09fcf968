import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { bookTeeTime } from '../../../test/support/bookings.ts';
import { aCourse, aRate } from '../../../test/support/factories.ts';
import { rates } from './rates.contract.ts';

const app = testApp();
let admin: HeaderFields;
let agent: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
});

describe('a rate that was booked', () => {
  test('stays at its course, and the refusal stands above the form', async () => {
    const [course, north] = [await aCourse(app.db), await aCourse(app.db)];
    const { id } = await aRate(app.db, course.id);
    const { updated_at: _, ...loaded } = await app.ok(rates.show, { params: { id } }, admin);
    const moved = { body: { id, rate: { ...loaded, course: { id: north.id } } } };
    expect((await app.call(rates.update, moved, admin)).status).toBe(200);
    expect((await app.call(rates.update, { body: { id, rate: { ...loaded, course } } }, admin)).status).toBe(
      200,
    );
    await bookTeeTime(app, agent, { course: course.id });
    expect(await app.call(rates.update, moved, admin)).toMatchObject({
      status: 422,
      body: { errors: { golf_rate: [expect.stringContaining('stays at its course')] } },
    });
    const raised = { body: { id, rate: { ...loaded, rate: '150.00' } } };
    expect((await app.call(rates.update, raised, admin)).status).toBe(200);
  });

  test('cannot be deleted, and the sentence names the flag', async () => {
    const course = (await aCourse(app.db)).id;
    const rate = await aRate(app.db, course);
    await bookTeeTime(app, agent, { course });
    expect(await app.call(rates.remove, { params: { id: rate.id } }, admin)).toMatchObject({
      status: 422,
      body: {
        message:
          'This cannot be deleted: it is used by 1 tee time. Tick Archived? instead, so that it is no longer offered.',
      },
    });
  });
});
