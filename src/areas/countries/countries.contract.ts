import { z } from 'zod';
import { call } from '../../contract/call.ts';

const Country = z.object({
  name: z.string(),
  alpha2: z.string(),
  /** Other names and letters that people type for it: `USA`, `America`. */
  also: z.array(z.string()),
});
export type Country = z.infer<typeof Country>;

export const countries = {
  index: call({
    method: 'GET',
    path: '/api/countries/index',
    access: 'staff',
    ours: true,
    answer: z.array(Country),
  }),
};
