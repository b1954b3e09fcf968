import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { NO_CARD } from '../forms/fields.ts';

/** What a list shows in a column, and so what its cells are on a sheet. */
const KINDS = ['text', 'id', 'number', 'money', 'cents', 'day', 'time', 'instant', 'yes-no'] as const;

const Text = z
  .string()
  .max(200, 'must be at most 200 characters')
  .refine(...NO_CARD);
/** A column as the screen has it: the row's field, its heading, and words for values that the wire has other names for. */
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

/** What an export says beside what its list is asked for: the screen's own words, which the server has nowhere. */
export const ShownList = z.object({
  title: Text.min(1, 'is required'),
  /** What one row is: `tee time`. */
  noun: Text.min(1, 'is required'),
  /** Filters and order in words. */
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

/** So many rows of a list may an agent export; an admin as many as a workbook holds. */
export const MOST_OF_AGENTS = 1000;

/** Where a list's rows are had as a workbook. */
export const exportPath = (index: Pick<Call, 'path'>): Call['path'] => `${index.path}.xlsx`;

/** The call that answers all rows of a list, and not a page of them, as a workbook; whoever may ask for the list may ask for it. */
export function exportOf({ path, access, query }: Call): Call {
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
