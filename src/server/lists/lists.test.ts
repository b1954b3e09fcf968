import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { ListQuery } from '../../contract/wire.ts';
import type { Db } from '../process/context.ts';
import { listColumn } from './list-columns.ts';
import { exactNumberFilter } from './list-filters.ts';
import { defineList } from './lists.ts';

const Row = z.object({ id: z.number(), name: z.string() });
const index = defineCall({
  method: 'GET',
  path: '/api/things/index',
  access: 'staff',
  query: ListQuery,
  list: { filters: ['name', 'course_id'], sorts: ['name'] },
  answer: z.array(Row),
});
type Things = typeof index;
type Whole = z.infer<typeof Row> & { notes: string };

const of = { table: 'things', as: 't', defaultSort: [] };
const id = listColumn.shown('t.id');
const name = listColumn.text('t.name');
const { select, filter, sort } = name;
const course_id = { filter: exactNumberFilter('t.course_id') };

test('a list that lacks what its contract has does not compile', () => {
  const whole = defineList<Things>({ ...of, columns: { id, name, course_id } });
  // @ts-expect-error: nothing selects `name`
  defineList<Things>({ ...of, columns: { id, course_id } });
  // @ts-expect-error: `name` is looked for and not selected
  defineList<Things>({ ...of, columns: { id, course_id, name: { filter, sort } } });
  // @ts-expect-error: the contract sorts by `name`
  defineList<Things>({ ...of, columns: { id, course_id, name: { select, filter } } });
  // @ts-expect-error: the contract filters by `name`
  defineList<Things>({ ...of, columns: { id, course_id, name: { select, sort } } });
  // @ts-expect-error: the contract filters by `course_id`
  defineList<Things>({ ...of, columns: { id, name } });
  // @ts-expect-error: the record has `notes` as well
  const find = (db: Db) => whole.find<Whole>(db, 1, 'This thing', {});
  expect(find).toBeTypeOf('function');
});

test('a list that has more than its contract does not compile', () => {
  const whole = { id, name, course_id };
  // @ts-expect-error: the contract filters and sorts by no `id`
  defineList<Things>({ ...of, columns: { ...whole, id: listColumn.whole('t.id') } });
  // @ts-expect-error: the contract sorts by no `course_id`
  defineList<Things>({ ...of, columns: { ...whole, course_id: { ...course_id, sort } } });
  // @ts-expect-error: the contract has no `day`
  defineList<Things>({ ...of, columns: { ...whole, day: listColumn.day('t.day') } });
  // @ts-expect-error: the contract sorts by no `course_id`
  defineList<Things>({ ...of, columns: whole, defaultSort: [['course_id', true]] });
  expect(whole).toBeDefined();
});
