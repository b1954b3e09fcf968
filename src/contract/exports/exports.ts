import { z } from 'zod';
import { defineCall, type HttpCall } from '../call.ts';
import { NO_CARD_NUMBER_RULE } from '../forms/fields.ts';

/** The kinds of a list's column, which decide how the workbook shows its cells. */
const KINDS = ['text', 'id', 'number', 'money', 'cents', 'day', 'time', 'instant', 'yes-no'] as const;

const Text = z
  .string()
  .max(200, 'must be at most 200 characters')
  .refine(...NO_CARD_NUMBER_RULE);
/**
 * A column of a list as its screen shows it: the row's field, the heading, and words for values that are named
 * differently on the wire.
 */
const ShownColumn = z.object({
  name: Text,
  label: Text,
  kind: z.enum(KINDS).default('text'),
  choices: z
    .array(z.tuple([Text, Text]))
    .max(100, 'must be at most 100')
    .default([]),
});
export type ExportColumn = z.output<typeof ShownColumn>;

/** The parts of an export that a screen adds to the query of its list: the title, the noun, and the columns with their headings. */
export const ExportRequest = z.object({
  title: Text.min(1, 'is required'),
  /** The noun for one row: `tee time`. */
  noun: Text.min(1, 'is required'),
  /** The filters and the sort order of the list, in words. */
  said: z
    .string()
    .max(2000, 'must be at most 2000 characters')
    .refine(...NO_CARD_NUMBER_RULE),
  columns: z
    .array(ShownColumn)
    .min(1, 'must name one column at least')
    .max(60, 'must be at most 60')
    .refine(
      (columns) => new Set(columns.map(({ name }) => name)).size === columns.length,
      'must name each column once',
    ),
});
export type ExportRequest = z.output<typeof ExportRequest>;

/** The most rows of a list that a staff user other than an admin may export; an admin may export as many as a workbook holds. */
export const MAX_AGENT_EXPORT_ROWS = 1000;

/** Returns the path of the HTTP call that exports a list as a workbook. */
export const exportPath = (index: Pick<HttpCall, 'path'>): HttpCall['path'] => `${index.path}.xlsx`;

/** Returns the HTTP call that answers all rows of a list, not one page, as a workbook; whoever may call the list may export it. */
export function listExportCall({ path, access, query }: HttpCall): HttpCall {
  const asked = query instanceof z.ZodObject ? query.omit({ page: true, per_page: true }) : z.object({});
  return defineCall({
    method: 'POST',
    path: exportPath({ path }),
    access,
    ours: true,
    transaction: 'own',
    file: true,
    body: asked.extend(ExportRequest.shape),
    answer: z.custom<Uint8Array>(),
  });
}
