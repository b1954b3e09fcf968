import { CleanedText } from './fields.ts';

/** The schema of a postal code, '' if there is none. */
export const Postcode = CleanedText(12)
  .refine((text) => /^[A-Za-z0-9 -]*$/.test(text), 'must be letters and digits')
  .nullish()
  .transform((text) => text ?? '');
