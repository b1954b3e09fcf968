import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { installation } from './installation.contract.ts';

const app = testApp({ settings: { STAGING_HOST: 'staging.ric.example', LARGE_CHARGE: '2500' } });
let agent: HeaderFields;
beforeAll(async () => {
  agent = await app.signedIn('agent');
});

const settings = (headers: HeaderFields = {}) => app.ok(installation.settings, {}, { ...agent, ...headers });

describe('the settings', () => {
  test('name the business zone and its day', async () => {
    app.setClock('2026-11-21T07:59:00Z');
    const evening = await app.signedIn('agent');
    expect(await settings(evening)).toMatchObject({
      business_time_zone: 'America/Los_Angeles',
      today: '2026-11-20',
      raw_large_charge: 250_000,
      deal_url: expect.stringMatching(/\/deal\/$/),
    });
    app.setClock('2026-11-21T08:00:00Z');
    expect(await settings(evening)).toMatchObject({ today: '2026-11-21' });
    app.setClock();
  });

  test('preselect the first course, by name, that begins with Torrey Pines', async () => {
    expect(await settings()).toMatchObject({ default_course_id: null });
    await aCourse(app.db, { course_name: 'Near Torrey Pines' });
    await aCourse(app.db, { course_name: 'Torrey Pines North, closed', inactive: true });
    await aCourse(app.db, { course_name: 'Torrey Pines South' });
    const north = await aCourse(app.db, { course_name: 'torrey pines north' });
    expect(await settings()).toMatchObject({ default_course_id: north.id });
  });

  test.each([
    ['localhost:4000', true],
    ['127.0.0.1', true],
    ['[::1]:4000', true],
    ['STAGING.ric.example', true],
    ['ric.example', false],
    ['localhost.ric.example', false],
  ])('know that %s is a staging host: %s', async (host, staging) => {
    expect(await settings({ host })).toMatchObject({ staging });
    expect(await app.ok(installation.staging, {}, { host })).toEqual({ staging });
  });
});
