import type { Handlers } from '../../server/http/serve.ts';
import type { countries } from './countries.contract.ts';
import { COUNTRIES } from './countries.queries.ts';

export const countryHandlers: Handlers<typeof countries> = { index: () => COUNTRIES };
