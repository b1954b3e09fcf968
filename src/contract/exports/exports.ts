import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { NO_CARD } from '../forms/fields.ts';

/** The kinds of column that a list shows, and so of the cells on a sheet. */
const KINDS = ['text', 'id', 'number', 'money', 'cents', 'day', 'time', 'instant', 'yes-no'] as const;

const Text = z
  .string()
  .max(200, 'must be at most 200 characters')
  .refine(...NO_CARD);
/** A column of the screen: the row's field, its heading, and words for values that have other names on the wire. */
const ShownColumn = z.object({
  name: Text,
  label: Text,
  kind: z.enum(KINDS).default('text'),
  choices: z
    .array(z.tuple([Text, Text]))
    .max(100, 'must be at most 100')
    .default([]),
});
export type ShownColumn = z.output<typeof ShownColumn>;

/** The parts of an export that the screen adds to the query of the list: its title, nouns and column labels. */
export const ShownList = z.object({
  title: Text.min(1, 'is required'),
  /** The word for one row: `tee time`. */
  noun: Text.min(1, 'is required'),
  /** The filters and the order, in words. */
  said: z
    .string()
    .max(2000, 'must be at most 2000 characters')
    .refine(...NO_CARD),
  columns: z
    .array(ShownColumn)
    .min(1, 'must name one column at least')
    .max(60, 'must be at most 60')
    .refine(
      (columns) => new Set(columns.map(({ name }) => name)).size === columns.length,
      'must name each column once',
    ),
});
export type ShownList = z.output<typeof ShownList>;

/** The most rows of a list that an agent may export; an admin may export as many as a workbook holds. */
export const MOST_OF_AGENTS = 1000;

/** Returns the path that answers a list's rows as a workbook. */
export const exportPath = (index: Pick<Call, 'path'>): Call['path'] => `${index.path}.xlsx`;

/** Returns the call that answers all rows of a list, not a page, as a workbook; anybody who may call the list may call it. */
export function exportCallOf({ path, access, query }: Call): Call {
  const asked = query instanceof z.ZodObject ? query.omit({ page: true, per_page: true }) : z.object({});
  return call({
    method: 'POST',
    path: exportPath({ path }),
    access,
    ours: true,
    transaction: 'own',
    file: true,
    body: asked.extend(ShownList.shape),
    answer: z.custom<Uint8Array>(),
  });
}
