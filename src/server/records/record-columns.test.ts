import { expect, test } from 'vitest';
import { fieldKind, fieldKindWithRule } from '../../contract/forms/kinds.ts';
import { defineRecord, type RecordFormValues } from '../../contract/forms/record.ts';
import { validateForm } from './forms.ts';
import { recordColumnValues, storedFieldsSql } from './record-columns.ts';

const Thing = defineRecord(
  {
    name: fieldKindWithRule(fieldKind.name(10), (name) => name !== 'no', 'must not be no'),
    cost: fieldKind.moneyOrZero(),
    least: fieldKind.whole(0, 9, 1),
    parts: { shown: fieldKind.day().shown, sent: fieldKind.day().sent, blank: null, column: 'none' },
  },
  [{ of: ['cost', 'least'], holds: ({ cost, least }) => cost >= least, at: 'cost', says: 'is too low' }],
);
const sent = { name: ' one ', cost: '2.50', parts: '2026-12-01' };

test('a record says its form, its blank, its row and its columns', async () => {
  const form = await validateForm(Thing.Form.parse(sent));
  expect(form).toEqual({ name: 'one', cost: 250, least: 1, parts: '2026-12-01' });
  expect(recordColumnValues(Thing, form)).toEqual({ name: 'one', raw_cost: 250, least: 1 });
  expect(storedFieldsSql(Thing, 't')).toEqual({
    name: 't."name"',
    cost: '(t.raw_cost / 100.0)::numeric(20,2)::text',
    least: 't."least"',
  });
  expect(Thing.blank()).toEqual({ name: '', cost: '0.00', least: 1, parts: null, updated_at: null });
  expect(Thing.blank({ least: 4 })).toMatchObject({ least: 4, name: '' });
  expect(Object.keys(Thing.row('cost').shape)).toEqual(['id', 'cost', 'updated_at']);
});

test('a change has no defaults, and the rules of a record hold', async () => {
  const stored = { name: 'one', cost: '2.50', least: 3, parts: '2026-12-01' };
  expect(await validateForm(Thing.Change.parse({ name: 'two' }), undefined, stored)).toMatchObject({
    least: 3,
  });
  await expect(validateForm(Thing.Form.parse({ ...sent, name: 'no', cost: '0' }))).rejects.toMatchObject({
    errors: { name: ['must not be no'], cost: ['is too low'] },
  });
});

test('a name that a record does not have does not compile', () => {
  const blank: RecordFormValues<typeof Thing> = Thing.blank();
  // @ts-expect-error: there is no `size`
  expect(blank.size).toBeUndefined();
  // @ts-expect-error: there is no `size`
  expect(Thing.blank({ size: 1 })).toBeDefined();
  // @ts-expect-error: there is no `size`
  expect(Thing.row('size')).toBeDefined();
  // @ts-expect-error: an amount has no column of its own name
  expect(storedFieldsSql(Thing, 't').raw_cost).toBeUndefined();
  // @ts-expect-error: an amount is shown as text and accepted as cents
  const cost: number = blank.cost;
  expect(cost).toBe('0.00');
});
