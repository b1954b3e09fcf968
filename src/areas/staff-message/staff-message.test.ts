import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { staffMessage } from './staff-message.contract.ts';

const desk = testApp();

test('the staff message is empty at first, and what an admin last wrote', async () => {
  const admin = await desk.signedIn('admin');
  const agent = await desk.signedIn('agent');
  const read = () => desk.ok(staffMessage.get, {}, agent);
  expect(await read()).toEqual({ message: '' });
  const message = 'Torrey is closed on Monday.\n<b>https://course.example</b> ⛳';
  await desk.ok(staffMessage.update, { body: { message } }, admin);
  expect(await read()).toEqual({ message });
  await desk.ok(staffMessage.update, { body: { message: '' } }, admin);
  expect(await read()).toEqual({ message: '' });
});

test.each([[{}], [{ message: null }], [{ message: 'x'.repeat(20_001) }]])(
  '%j is no message',
  async (body) => {
    const answer = await desk.call(staffMessage.update, { body }, await desk.signedIn('admin'));
    expect(answer).toMatchObject({ status: 422, body: { errors: { message: [expect.any(String)] } } });
  },
);
