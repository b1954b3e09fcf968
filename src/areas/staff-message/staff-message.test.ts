import { beforeAll, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { staffMessage } from './staff-message.contract.ts';

const app = testApp();
let admin: HeaderFields;
let agent: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
});
const read = () => app.ok(staffMessage.get, {}, agent);
const save = (body: unknown, who = admin) => app.call(staffMessage.update, { body }, who);

test('the staff message is empty at first, and what an admin last wrote', async () => {
  expect(await read()).toMatchObject({ message: '' });
  const message = 'Torrey is closed on Monday.\n<b>https://course.example</b> ⛳';
  await app.ok(staffMessage.update, { body: { message } }, admin);
  expect(await read()).toMatchObject({ message });
  await app.ok(staffMessage.update, { body: { message: '' } }, admin);
  expect(await read()).toMatchObject({ message: '' });
});

test('only an admin writes it', async () => {
  expect(await save({ message: 'Free golf' }, agent)).toMatchObject({ status: 403 });
  expect(await read()).toMatchObject({ message: '' });
});

test.each([[{}], [{ message: null }], [{ message: 'x'.repeat(20_001) }]])(
  '%j is no message',
  async (body) => {
    expect(await save(body)).toMatchObject({
      status: 422,
      body: { errors: { message: [expect.any(String)] } },
    });
  },
);

test('of two admins who write at once the second is told who was first, and when', async () => {
  const { updated_at } = await read();
  expect(await save({ message: 'Fog until ten', updated_at })).toMatchObject({ status: 200 });
  const { status, body } = await save({ message: 'Frost until nine', updated_at });
  expect(status).toBe(409);
  expect(body).toMatchObject({
    message: expect.stringMatching(/ changed this on .+, after you opened it\./),
  });
  expect(await read()).toMatchObject({ message: 'Fog until ten' });
  const { updated_at: seen } = await read();
  expect(await save({ message: 'Frost until nine', updated_at: seen })).toMatchObject({ status: 200 });
});

test('whoever lost the answer to a save presses it again, and is not told of themselves', async () => {
  const { updated_at } = await read();
  await app.ok(staffMessage.update, { body: { message: 'Hail at noon', updated_at } }, admin);
  const saved = await read();
  expect(await save({ message: 'Hail at noon', updated_at })).toMatchObject({ status: 200 });
  expect(await read()).toEqual(saved);
  expect(await save({ message: 'Hail at one', updated_at })).toMatchObject({ status: 409 });
});
