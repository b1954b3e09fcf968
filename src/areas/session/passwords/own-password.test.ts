import { describe, expect, test } from 'vitest';
import type { HeaderFields } from '../../../../test/support/app.ts';
import { TEST_PASSWORD } from '../../../../test/support/factories.ts';
import { sessionSetup } from '../../../../test/support/sessions.ts';
import { session } from '../session.contract.ts';

const { app, at, signIn, signedInHeaders, works } = sessionSetup();

describe('a password', () => {
  const change = (body: object, headers: HeaderFields) => app.call(session.password, { body }, headers);

  test('is changed by its owner, which ends all other sessions', async () => {
    const [here, there] = [await signedInHeaders(), await signedInHeaders()];
    const body = { current_password: TEST_PASSWORD, password: 'another password' };
    expect((await change(body, here)).status).toBe(200);
    expect(await works(here)).toBe(true);
    expect(await works(there)).toBe(false);
    expect((await signIn(TEST_PASSWORD)).status).toBe(401);
    expect((await signIn('another password')).status).toBe(200);
  });

  test('is changed once, and a repeat whose answer was lost is answered the same, under its key alone', async () => {
    const headers = await signedInHeaders();
    const body = { current_password: TEST_PASSWORD, password: 'another password' };
    const again = { ...headers, 'idempotency-key': 'b9d5b2a0-6a5e-4f0b-9a53-6a6f5f1d2c11' };
    for (const sent of [again, again]) expect((await change(body, sent)).status).toBe(200);
    expect(await change(body, headers)).toMatchObject({
      status: 422,
      body: { errors: { current_password: ['is not your password'] } },
    });
    const changes = app.db
      .selectFrom('audit_entries')
      .select('id')
      .where('action', '=', 'changed the password')
      .where('subject_id', '=', at.id);
    expect(await changes.execute()).toHaveLength(1);
  });

  test.each([
    ['current_password', { current_password: 'wrong', password: 'another password' }],
    ['password', { current_password: TEST_PASSWORD, password: 'too short' }],
    ['current_password', { password: 'another password' }],
  ])('is not changed: %s', async (field, body) => {
    const headers = await signedInHeaders();
    expect(await change(body, headers)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    });
    expect((await signIn(TEST_PASSWORD)).status).toBe(200);
  });

  test('is refused for the wrong one and for a short new one at once', async () => {
    const headers = await signedInHeaders();
    const refusal = await change({ current_password: 'wrong', password: 'short' }, headers);
    expect(refusal).toMatchObject({
      status: 422,
      body: {
        errors: {
          current_password: ['is not your password'],
          password: ['must have at least 12 characters'],
        },
      },
    });
  });

  test.each(['another password', 'short'])(
    'cannot be guessed with a stolen session either, asking for %j',
    async (password) => {
      const headers = await signedInHeaders();
      const guess = { current_password: 'wrong', password };
      for (let i = 0; i < 6; i += 1) expect((await change(guess, headers)).status).toBe(422);
      expect((await change({ ...guess, current_password: TEST_PASSWORD }, headers)).status).toBe(429);
    },
  );
});
