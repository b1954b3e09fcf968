import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { HttpCall } from '../../src/contract/call.ts';
import { formDefinition } from '../../src/contract/forms/form.ts';
import type { HeaderFields, TestApp } from './app.ts';
import { aSignedInUser } from './approving.ts';
import { auditOf, newestEntry } from './audit-entries.ts';

export type Plain = Record<string, unknown>;
type Records = {
  calls: { show: HttpCall; create: HttpCall; update: HttpCall; remove?: HttpCall };
  /** The record's key in the bodies of create and update. */
  key: string;
  /** The level that creates, changes and deletes. */
  writtenBy: 'admin' | 'staff';
  /** A form that is accepted as it is; made again for every record. */
  good: () => Plain;
  /** The answer of show for `good`, if it differs; an `undefined` field is not shown at all. */
  shown?: () => Plain;
  /** The changes of an update, which show then answers. */
  changed: () => Plain;
  /** A field's name and a value that breaks only its rule. */
  refused: () => [field: string, given: Plain][];
};

const Id = z.object({ id: z.number() });
export const Record = z.record(z.string(), z.unknown());
const Refusal = z.object({ errors: z.record(z.string(), z.array(z.string())) });

/** Tests the promises of every catalogue area about its records, with the area's own values. */
export function testRecordCalls(app: TestApp, records: Records): void {
  const { calls, key } = records;
  let admin: HeaderFields;
  let agent: HeaderFields;
  beforeAll(async () => {
    admin = await app.signedIn('admin');
    agent = await app.signedIn('agent');
  });
  const send = (called: HttpCall, sent: object, who = admin) => app.call(called, sent, who);
  const create = async (given: Plain = {}) => {
    const { status, body } = await send(calls.create, { body: { [key]: { ...records.good(), ...given } } });
    expect({ status, body }).toMatchObject({ status: 200, body: { id: expect.any(Number) } });
    return Id.parse(body).id;
  };
  const show = async (id: number) => {
    const { status, body } = await send(calls.show, { params: { id } });
    expect({ status, body }).toMatchObject({ status: 200 });
    return Record.parse(body);
  };
  const update = (id: number, record: Plain) => send(calls.update, { body: { id, [key]: record } });

  describe('a record', () => {
    test('is tried with every field that its form has', () => {
      const form: unknown = calls.create.body instanceof z.ZodObject ? calls.create.body.shape[key] : null;
      const parts = typeof form === 'object' && form !== null ? formDefinition(form) : undefined;
      const fields = Object.keys(parts?.fields ?? {}).filter((name) => name !== 'updated_at');
      expect(fields.length).toBeGreaterThan(1);
      expect(fields.filter((name) => !(name in records.good()))).toEqual([]);
    });

    test('is created and shown', async () => {
      const id = await create();
      const all = { ...records.good(), ...records.shown?.(), id };
      const shown = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      expect(await show(id)).toMatchObject(shown);
    });

    test.each([0, -1, null])('with %s in the place of its id is new', async (id) => {
      const made = await create({ id });
      expect(made).toBeGreaterThan(0);
      expect(await show(made)).toMatchObject({ id: made });
    });

    test('is made once under its key, whatever comes with the key again; one that was refused has none', async () => {
      const good = records.good();
      const make = (form: Plain) =>
        app.call(calls.create, { body: { [key]: form } }, { ...admin, 'idempotency-key': `new-${key}-once` });
      expect(await make({})).toMatchObject({ status: 422 });
      const { status, body } = await make(good);
      expect({ status, body }).toMatchObject({ status: 200, body: { id: expect.any(Number) } });
      const newest = await newestEntry(app);
      expect(await make(good)).toMatchObject({ status: 200, body });
      expect(await make({ ...good, ...records.changed() })).toMatchObject({ status: 200, body });
      expect(await newestEntry(app)).toEqual(newest);
    });

    test('is sent back whole with a change, and saved', async () => {
      const id = await create();
      const changed = records.changed();
      const saved = await update(id, { ...(await show(id)), ...changed });
      expect(saved).toMatchObject({ status: 200, body: { id } });
      expect(await show(id)).toMatchObject(changed);
    });

    test('keeps what is sent back unchanged', async () => {
      const id = await create();
      const { updated_at: _, ...loaded } = await show(id);
      expect((await update(id, loaded)).status).toBe(200);
      expect(await show(id)).toMatchObject(loaded);
    });

    test('keeps what a change leaves out', async () => {
      const id = await create(records.changed());
      expect((await update(id, {})).status).toBe(200);
      let saved = 0;
      for (const [name, value] of Object.entries(records.good())) {
        const before = await show(id);
        const { status, body } = await update(id, { [name]: value });
        // A rule over two fields may reject this one alone.
        expect({ name, status, body }).toMatchObject({ status: expect.toBeOneOf([200, 422]) });
        if (status === 200) saved += 1;
        const after = await show(id);
        for (const other of Object.keys(records.good()))
          if (other !== name)
            expect({ name, [other]: after[other] }).toEqual({ name, [other]: before[other] });
      }
      expect(saved).toBeGreaterThan(1);
    });

    test('has its numbers as numbers or as the digits of a form', async () => {
      const id = await create();
      for (const [name, value] of Object.entries(records.good())) {
        if (typeof value !== 'number') continue;
        const before = await show(id);
        expect(await update(id, { [name]: ` ${value} ` })).toMatchObject({ status: 200 });
        expect(await show(id)).toMatchObject({ [name]: before[name] });
        const { status, body } = await update(id, { [name]: '' });
        if (status !== 200)
          expect({ name, body }).toMatchObject({
            body: { errors: { [name]: [expect.stringMatching(/^is required$|^must be 0/)] } },
          });
        for (const none of [true, [], '0x1', '1e3'])
          expect({ name, none, ...(await update(id, { [name]: none })) }).toMatchObject({ status: 422 });
      }
    });

    test('is refused with all that is wrong at once', async () => {
      const id = await create();
      const [[first, firstGiven] = ['', {}], ...others] = records.refused();
      for (const [field, given] of others) {
        if (Object.keys(given).some((name) => name in firstGiven)) continue;
        const wrong = { ...firstGiven, ...given };
        const isLeftOut = Object.values(wrong).includes(undefined);
        const made = await send(calls.create, { body: { [key]: { ...records.good(), ...wrong } } });
        for (const { status, body } of isLeftOut ? [made] : [made, await update(id, wrong)]) {
          expect({ wrong, status }).toMatchObject({ status: 422 });
          const said = Object.keys(Refusal.parse(body).errors);
          expect({ wrong, said }).toEqual({ wrong, said: expect.arrayContaining([first, field]) });
        }
      }
    });

    test('is not saved over a newer one, and without its time it is', async () => {
      const id = await create();
      const loaded = await show(id);
      expect((await update(id, { ...loaded, ...records.changed() })).status).toBe(200);
      const late = await update(id, { ...records.good(), updated_at: loaded['updated_at'] });
      expect(late).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/ changed this on [A-Z]/) },
      });
      expect(await show(id)).toMatchObject(records.changed());
      expect((await update(id, records.good())).status).toBe(200);
    });

    test('is saved once although its answer was lost, where nobody else saved it since', async () => {
      const id = await create();
      const sent = { ...(await show(id)), ...records.changed() };
      expect((await update(id, sent)).status).toBe(200);
      const saved = await show(id);
      expect(await update(id, sent)).toMatchObject({ status: 200, body: { id } });
      expect(await show(id)).toEqual(saved);
      const edits = (await auditOf(app, key, id)).filter(({ action }) => action === 'edited');
      expect(edits).toHaveLength(1);
      const { headers: other } = await aSignedInUser(app, 'admin');
      expect((await send(calls.update, { body: { id, [key]: {} } }, other)).status).toBe(200);
      expect((await update(id, sent)).status).toBe(409);
    });

    test('that is not there is a 404', async () => {
      expect((await send(calls.show, { params: { id: 424_242 } })).status).toBe(404);
      const missing = await update(424_242, records.good());
      expect(missing.status).toBe(404);
      expect(missing.body).toMatchObject({
        message: expect.stringMatching(/^This (?!record)[a-z ]+ does not exist\.$/),
      });
    });

    const { remove } = calls;
    test(`is written by ${records.writtenBy}`, async () => {
      const id = await create();
      const expected = records.writtenBy === 'admin' ? 403 : 200;
      const saved = await send(calls.update, { body: { id, [key]: records.good() } }, agent);
      const made = await send(calls.create, { body: { [key]: records.good() } }, agent);
      expect([saved.status, made.status]).toEqual([expected, expected]);
      if (remove) expect((await send(remove, { params: { id } }, agent)).status).toBe(expected);
    });

    if (remove) {
      test('is deleted, once', async () => {
        const id = await create();
        expect((await send(remove, { params: { id } })).status).toBe(200);
        expect((await send(calls.show, { params: { id } })).status).toBe(404);
        expect((await send(remove, { params: { id } })).status).toBe(404);
      });
    }

    test('is written down with who saved it, from where, and what it said before and after', async () => {
      const id = await create();
      const first = await show(id);
      expect((await update(id, records.changed())).status).toBe(200);
      const second = await show(id);
      const broken = records.refused().map(([, given]) => given);
      const given = broken.find((each) => !Object.values(each).includes(undefined));
      expect((await update(id, { ...records.good(), ...given })).status).toBe(422);
      if (remove) expect((await send(remove, { params: { id } })).status).toBe(200);
      const entries = await auditOf(app, key, id);
      expect(entries.map(({ action }) => action)).toEqual([
        'created',
        'edited',
        ...(remove ? ['deleted'] : []),
      ]);
      for (const { made_by, address } of entries) {
        expect(made_by).toMatch(/^Agent \d+$/);
        expect(address).toBe('127.0.0.1');
      }
      const [created, edited, deleted] = entries;
      const { updated_at: _, ...whole } = first;
      expect(created).toMatchObject({ before: null, after: whole });
      const names = Object.keys(edited?.after ?? {});
      expect(names).toEqual(
        expect.arrayContaining(Object.keys(records.changed()).filter((name) => differs(name))),
      );
      for (const name of names) {
        expect(edited?.before?.[name]).toEqual(first[name]);
        expect(edited?.after?.[name]).toEqual(second[name]);
        expect(differs(name)).toBe(true);
      }
      if (remove) expect(deleted).toMatchObject({ before: { id }, after: null });
      function differs(name: string): boolean {
        return JSON.stringify(first[name]) !== JSON.stringify(second[name]);
      }
    });

    test('is refused with a sentence under the field whose rule it breaks', async () => {
      const id = await create();
      for (const [field, given] of records.refused()) {
        const made = await send(calls.create, { body: { [key]: { ...records.good(), ...given } } });
        // A field left out of a change stays as it is.
        const isLeftOut = Object.values(given).includes(undefined);
        const saved = isLeftOut ? made : await update(id, { ...records.good(), ...given });
        for (const { status, body } of [made, saved]) {
          const said = { given, status, body };
          expect(said).toMatchObject({ status: 422 });
          expect(said, JSON.stringify(said)).toHaveProperty(['body', 'errors', field]);
          expect(Refusal.parse(body).errors[field]?.join('')).toMatch(/\w+ \w+/);
        }
      }
    });
  });
}
