import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../support/app.ts';
import { bookTeeTime } from '../support/bookings.ts';
import { aCourse } from '../support/factories.ts';
import { INTERNAL_TEE_TIME_TEXT } from '../../src/areas/tee-times/status/status.rules.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';

const app = testApp({ hasCourseSystems: false });
let agent: HeaderFields;
beforeAll(async () => {
  agent = await app.signedIn('agent');
});

test('a course whose system is not set up has to be called, as one without a system', async () => {
  const course = (await aCourse(app.db)).id;
  const { id } = await bookTeeTime(app, agent, { course, tee_time: { confirmation: 'TP-1' } });
  const options = () => app.ok(teeTimes.cancelOptions, { params: { id } }, agent);
  expect(await options()).toMatchObject({ valid: true, internal: true });
  const cancel = (body: object) => app.call(teeTimes.cancel, { body: { id, ...body } }, agent);
  expect((await cancel({ cancel: true })).body).toMatchObject({
    valid: false,
    message: INTERNAL_TEE_TIME_TEXT,
  });
  expect((await cancel({ cancel: true, force_cancel: true })).body).toMatchObject({ valid: true });
  expect(await options()).toMatchObject({ is_canceled: true });
});
