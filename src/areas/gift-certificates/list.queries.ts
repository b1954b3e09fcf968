import { sql } from 'kysely';
import { withoutCodeSeparators } from '../../contract/words.ts';
import type { AppContext } from '../../server/process/context.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { nameFilter, escapeLike, valueSort, conditionFilter } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import type { giftCertificates } from './gift-certificates.contract.ts';

const DELIVERY = `case when g.email_delivery then 'email' else 'mail' end`;

// The expression must be the one of the indexes on serials, or they are not used.
const SOUGHT = `translate(lower(g.serial), '- ', '')`;
const ofSerial = conditionFilter(
  (typed) => sql`${sql.raw(SOUGHT)} like ${`%${escapeLike(withoutCodeSeparators(typed))}%`}`,
);

/** Defines the list of gift certificates; names and e-mail are those of the purchaser. */
export const certificateList = (app: AppContext) =>
  defineList<typeof giftCertificates.index>({
    // The database maintains this table beside gift_certificates, with the purchaser's names.
    table: 'gift_certificate_list',
    as: 'g',
    columns: {
      id: listColumn.whole('g.id'),
      created_at: listColumn.instant('g.created_at', app.settings.businessTimeZone),
      first_name: listColumn.optionalText('g.first_name'),
      last_name: { ...listColumn.optionalText('g.last_name'), filter: nameFilter('g.last_name') },
      email: listColumn.optionalText('g.email'),
      serial: { ...listColumn.text('g.serial'), filter: { ...ofSerial, scattered: true } },
      value: listColumn.money('g.raw_value'),
      balance: listColumn.money('g.raw_balance'),
      delivery_method: {
        select: DELIVERY,
        filter: conditionFilter((typed) => sql<boolean>`${sql.raw(DELIVERY)} = lower(${typed})`),
        sort: valueSort('not g.email_delivery'),
      },
      internal_memo: listColumn.optionalText('g.internal_memo'),
      refunded_at: listColumn.shown('g.refunded_at'),
    },
    defaultSort: [['created_at', true]],
  });
