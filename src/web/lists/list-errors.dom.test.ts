// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { rentalClubs } from '../../areas/rental-clubs/rental-clubs.contract.ts';
import { callServer } from '../../../test/support/browser/call-server.ts';
import { clubs } from '../../../test/support/browser/clubs.ts';
import { renderHook } from '../../../test/support/browser/render-hook.tsx';
import { signedInStaff } from '../../../test/support/browser/staff.ts';
import { Fatal, FieldErrors, UnansweredCall } from '../sending/send.ts';
import { useList } from './useList.ts';

const server = callServer();
signedInStaff();

const PATH = '/manage-rental-clubs';
const FAILED = { status: 502, body: { message: 'Try again later.' } };
const open = () => renderHook(() => useList({ calls: rentalClubs }), { at: PATH, path: PATH });

async function opened() {
  server.answer(rentalClubs.index, clubs(2));
  server.answer(rentalClubs.count, 2);
  const list = await open();
  await expect.poll(() => list.now().total).toBe(2);
  await expect.poll(() => list.now().rows).toHaveLength(2);
  return list;
}

describe('a list whose first rows fail', () => {
  test('has the error, and after a retry the rows', async () => {
    server.reply(rentalClubs.index, 'hang up', { body: clubs(2) });
    server.answer(rentalClubs.count, 2);
    const list = await open();
    await expect.poll(() => list.now().error).toBeInstanceOf(UnansweredCall);
    await expect.poll(() => list.now().total).toBe(2);
    expect(list.now()).toMatchObject({ rows: undefined, loading: false });
    list.now().retry();
    await expect.poll(() => list.now().rows).toHaveLength(2);
    expect(list.now().error).toBeNull();
    expect(server.received(rentalClubs.count)).toHaveLength(2);
  });
});

describe('a list that cannot be counted', () => {
  test('has the error beside its rows, and after a retry the total', async () => {
    server.answer(rentalClubs.index, clubs(2));
    server.reply(rentalClubs.count, FAILED, { body: 2 });
    const list = await open();
    await expect
      .poll(() => list.now().error)
      .toMatchObject({ constructor: Fatal, message: 'Try again later.' });
    await expect.poll(() => list.now().rows).toHaveLength(2);
    list.now().retry();
    await expect.poll(() => list.now().total).toBe(2);
    expect(list.now().error).toBeNull();
  });

  test('again in the background keeps its total, without an error', async () => {
    const list = await opened();
    server.reply(rentalClubs.count, FAILED);
    await list.queries.invalidateQueries({ queryKey: [rentalClubs.count.path] });
    expect(server.received(rentalClubs.count)).toHaveLength(2);
    // The render after this one shows the error too, if there is one.
    list.now().type('brand', 'Call');
    await expect.poll(() => list.now().typed).toEqual({ brand: 'Call' });
    expect(list.now()).toMatchObject({ total: 2, error: null });
  });
});

describe('a search that the server rejects', () => {
  const errors = { start_date: ['is not a day of the calendar'] };

  test('keeps the rows of the search before, dimmed, until it is corrected', async () => {
    const list = await opened();
    server.reply(rentalClubs.index, { status: 422, body: { errors } }, { body: clubs(1, 5) });
    list.now().search({ rate: 'x' });
    await expect.poll(() => list.now().error).toMatchObject({ constructor: FieldErrors, errors });
    expect(list.now()).toMatchObject({
      rows: clubs(2),
      filters: { rate: 'x' },
      areEarlier: true,
      dimmed: true,
      waiting: false,
    });
    list.now().search({ rate: '40' });
    await expect.poll(() => list.now().rows).toEqual(clubs(1, 5));
    expect(list.now()).toMatchObject({ error: null, areEarlier: false, dimmed: false });
  });
});
