import { describe, expect, test } from 'vitest';
import { aCustomer } from '../../../../test/support/factories.ts';
import { mergingSetup } from '../../../../test/support/merging.ts';
import { customers } from '../customers.contract.ts';
import { customerMerges } from './merging.contract.ts';

const { app, at, bodyOf, merge, twoOfOne } = mergingSetup();

describe('a merge is refused', () => {
  test('to agents and hotels, who are told of nobody either', async () => {
    const { stays, goes } = await twoOfOne();
    for (const who of ['agent', 'psgr', 'hotels'] as const) {
      const headers = await app.signedIn(who);
      const alike = { params: { id: stays.id } };
      const preview = { params: { id: stays.id, other_id: goes.id } };
      expect((await app.call(customerMerges.merge, await bodyOf(stays.id, goes.id), headers)).status).toBe(
        403,
      );
      expect((await app.call(customerMerges.alike, alike, headers)).status).toBe(403);
      expect((await app.call(customerMerges.preview, preview, headers)).status).toBe(403);
    }
  });

  test.each(['stays', 'goes'] as const)(
    'where the one that %s was changed since it was seen',
    async (which) => {
      const { stays, goes } = await twoOfOne();
      const asked = await bodyOf(stays.id, goes.id);
      const id = which === 'stays' ? stays.id : goes.id;
      await app.ok(customers.update, { body: { id, customer: { city: 'Encinitas' } } }, at.agent);
      expect(await app.call(customerMerges.merge, asked, at.admin)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('changed this on') },
      });
    },
  );

  test('where they were merged already, and it is said who did it; so is an edit of the one that went', async () => {
    const { stays, goes } = await twoOfOne();
    const crosswise = await bodyOf(goes.id, stays.id);
    const again = await bodyOf(stays.id, goes.id);
    await merge(stays.id, goes.id);
    const message = expect.stringContaining(`merged customer ${goes.id} into customer ${stays.id} on`);
    for (const asked of [crosswise, again])
      expect(await app.call(customerMerges.merge, asked, at.admin)).toMatchObject({
        status: 409,
        body: { message },
      });
    const edit = { body: { id: goes.id, customer: { city: 'Late' } } };
    expect(await app.call(customers.update, edit, at.agent)).toMatchObject({
      status: 409,
      body: { message },
    });
  });

  test('twice under one key, which is answered as it was', async () => {
    const { stays, goes } = await twoOfOne();
    const asked = await bodyOf(stays.id, goes.id);
    const key = { ...at.admin, 'idempotency-key': 'merge-again' };
    for (const headers of [key, key])
      expect(await app.call(customerMerges.merge, asked, headers)).toMatchObject({
        status: 200,
        body: { id: stays.id },
      });
  });

  test('of one with itself, of two types, of nobody, and of a field that there is not', async () => {
    const { stays, goes } = await twoOfOne();
    const recipient = await aCustomer(app.db, { type: 'GiftCertificateRecipient' });
    const refused = async (asked: object) => {
      const { status, body } = await app.call(customerMerges.merge, asked, at.admin);
      return [status, body];
    };
    expect(await refused(await bodyOf(stays.id, stays.id))).toMatchObject([
      422,
      { errors: { goes: ['must be another customer'] } },
    ]);
    expect(await refused(await bodyOf(stays.id, recipient.id))).toMatchObject([
      422,
      { errors: { goes: [expect.stringContaining('is of another type')] } },
    ]);
    const { body } = await bodyOf(stays.id, goes.id);
    expect(await refused({ body: { ...body, goes: { ...body.goes, id: 424242 } } })).toMatchObject([404, {}]);
    expect(await refused({ body: { ...body, taken: ['type'] } })).toMatchObject([422, { errors: {} }]);
    const preview = (other_id: number) =>
      app.call(customerMerges.preview, { params: { id: stays.id, other_id } }, at.admin);
    expect(await preview(stays.id)).toMatchObject({
      status: 422,
      body: { errors: { other_id: ['is the same customer'] } },
    });
    expect((await preview(recipient.id)).status).toBe(422);
    expect((await preview(424242)).status).toBe(404);
  });
});
