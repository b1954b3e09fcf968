import { z } from 'zod';

/** The outcome of a row: its problems, or the record or row that it duplicates. */
export const RowOutcome = z.object({
  problems: z.array(z.object({ column: z.string(), says: z.string() })).nullable(),
  double_of: z.number().nullable(),
  double_of_line: z.number().nullable(),
  /** By what a customer is a duplicate; null for other kinds, which have one way only. */
  double_by: z.enum(['email', 'phone']).nullable(),
  /** The name of the customer that it duplicates. */
  double_name: z.string().nullable(),
});
export type RowOutcome = z.infer<typeof RowOutcome>;
