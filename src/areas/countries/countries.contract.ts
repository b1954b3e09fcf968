import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';

const Country = z.object({
  name: z.string(),
  alpha2: z.string(),
  /** Other names and abbreviations that people type for the country: `USA`, `America`. */
  also: z.array(z.string()),
});
export type Country = z.infer<typeof Country>;

export const countries = {
  index: defineCall({
    method: 'GET',
    path: '/api/countries/index',
    access: 'staff',
    ours: true,
    answer: z.array(Country),
  }),
};
