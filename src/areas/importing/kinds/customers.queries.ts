import { sql } from 'kysely';
import { rejectField } from '../../../server/http/errors.ts';
import type { Db } from '../../../server/process/context.ts';
import { recordColumnValues } from '../../../server/records/record-columns.ts';
import { auditCreatedRecords } from '../../audit/audit.queries.ts';
import { Customer, customers } from '../../customers/customers.contract.ts';
import { countryCodeOf } from '../../countries/countries.queries.ts';
import { validateNewCustomer } from '../../customers/customers.queries.ts';
import { duplicateCustomersSql, duplicateMatchKeys } from '../../customers/duplicates/duplicates.queries.ts';
import type { ImportKind } from '../kind.queries.ts';

const FIELDS = Object.keys(Customer.kinds);
const COLUMNS = sql.join(FIELDS.map((name) => sql.ref(name)));
const READ = sql.join(FIELDS.map((name) => sql.ref(`c.${name}`)));

/** Imports customers and recipients of gift certificates, by the schema of the call that creates one. */
export const customerImport: ImportKind = {
  table: 'customers',
  fields: FIELDS,

  async read(raw) {
    const { customer } = customers.create.body.parse({ customer: withCountry(raw) });
    const accepted = await validateNewCustomer(customer);
    if (accepted.country_alpha2 === 'US' && /^\d{4}$/.test(accepted.postcode ?? ''))
      rejectField('postcode', 'has lost a zero in a spreadsheet: a ZIP code has five digits');
    const record = recordColumnValues(Customer, accepted);
    const keys = duplicateMatchKeys(record).map(
      ({ matched_by, normal }) => `${record.type} ${matched_by} ${normal}`,
    );
    return { record, keys };
  },

  matchedBy: (key) => (key.split(' ')[1] === 'email' ? 'email' : 'phone'),

  // Locks the customers, so that nobody creates or changes one until all rows are inserted. Work that only refers to a customer
  // continues.
  async lock(db) {
    await sql`lock table customers, former_names in share row exclusive mode`.execute(db);
  },

  async findDoubles(db: Db, import_id: number) {
    const asked = sql`
      select r.line as n, split_part(known, ' ', 1) as type, split_part(known, ' ', 2) as matched_by,
        split_part(known, ' ', 3) as normal
      from import_rows r, unnest(r.keys) as known where r.import_id = ${import_id}`;
    await sql`update import_rows r set double_of = d.id, double_by = d.matched_by from (${duplicateCustomersSql(asked)}) d
      where r.import_id = ${import_id} and r.line = d.n`.execute(db);
  },

  async putIn(db: Db, good, maker) {
    await sql`insert into customers (id, ${COLUMNS}, updated_by)
      select r.made_id, ${READ}, ${maker.name} from (${good}) r, jsonb_populate_record(null::customers, r.record) c`.execute(
      db,
    );
    const made = sql`select r.made_id as id, r.record || jsonb_build_object('id', r.made_id) as after from (${good}) r order by r.line`;
    await auditCreatedRecords(db, { made_by: maker.name, address: maker.address, subject: 'customer' }, made);
  },
};

/**
 * Returns the row with its country as a code of two letters. An unknown country is left unchanged, so that the form rejects it.
 */
const withCountry = ({ country_alpha2: country, ...raw }: Record<string, string>) => ({
  ...raw,
  ...(country !== undefined && { country_alpha2: countryCodeOf(country) ?? country }),
});
