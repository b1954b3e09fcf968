import type { CallHandlers } from '../../server/http/serve.ts';
import type { countries } from './countries.contract.ts';
import { COUNTRIES } from './countries.queries.ts';

export const countryHandlers: CallHandlers<typeof countries> = { index: () => COUNTRIES };
