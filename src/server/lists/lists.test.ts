import { expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { ListQuery } from '../../contract/wire.ts';
import type { Db } from '../process/context.ts';
import { column } from './list-columns.ts';
import { exactly } from './list-filters.ts';
import { list } from './lists.ts';

const Row = z.object({ id: z.number(), name: z.string() });
const index = call({
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
const id = column.shown('t.id');
const name = column.text('t.name');
const { select, filter, sort } = name;
const course_id = { filter: exactly('t.course_id') };

test('a list that lacks what its contract has does not compile', () => {
  const whole = list<Things>({ ...of, columns: { id, name, course_id } });
  // @ts-expect-error: nothing selects `name`
  list<Things>({ ...of, columns: { id, course_id } });
  // @ts-expect-error: `name` is looked for and not selected
  list<Things>({ ...of, columns: { id, course_id, name: { filter, sort } } });
  // @ts-expect-error: the contract sorts by `name`
  list<Things>({ ...of, columns: { id, course_id, name: { select, filter } } });
  // @ts-expect-error: the contract filters by `name`
  list<Things>({ ...of, columns: { id, course_id, name: { select, sort } } });
  // @ts-expect-error: the contract filters by `course_id`
  list<Things>({ ...of, columns: { id, name } });
  // @ts-expect-error: the record has `notes` as well
  const find = (db: Db) => whole.find<Whole>(db, 1, 'This thing', {});
  expect(find).toBeTypeOf('function');
});

test('a list that has more than its contract does not compile', () => {
  const whole = { id, name, course_id };
  // @ts-expect-error: the contract filters and sorts by no `id`
  list<Things>({ ...of, columns: { ...whole, id: column.whole('t.id') } });
  // @ts-expect-error: the contract sorts by no `course_id`
  list<Things>({ ...of, columns: { ...whole, course_id: { ...course_id, sort } } });
  // @ts-expect-error: the contract has no `day`
  list<Things>({ ...of, columns: { ...whole, day: column.day('t.day') } });
  // @ts-expect-error: the contract sorts by no `course_id`
  list<Things>({ ...of, columns: whole, defaultSort: [['course_id', true]] });
  expect(whole).toBeDefined();
});
