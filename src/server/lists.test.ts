import { expect, test } from 'vitest';
import type { Db } from './context.ts';
import { column } from './list-columns.ts';
import { contains } from './list-filters.ts';
import { list } from './lists.ts';

type Row = { id: number; name: string };
const of = { table: 'things', as: 't', defaultSort: [] };

test('a list that lacks a column of its row does not compile', () => {
  const id = column.shown('t.id');
  const whole = list<Row>({ ...of, columns: { id, name: column.text('t.name'), course_id: {} } });
  // @ts-expect-error: nothing selects `name`
  list<Row>({ ...of, columns: { id } });
  // @ts-expect-error: `name` is looked for and not selected
  list<Row>({ ...of, columns: { id, name: { filter: contains('t.name') } } });
  // @ts-expect-error: the row has no `course_id` to sort by
  list<Row>({ ...of, columns: { id, name: id }, defaultSort: [['course_id', true]] });
  // @ts-expect-error: the record has `notes` as well
  const find = (db: Db) => whole.find<Row & { notes: string }>(db, 1, 'This thing', {});
  expect(find).toBeTypeOf('function');
});
