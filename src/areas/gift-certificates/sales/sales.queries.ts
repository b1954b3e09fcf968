import type { Db, Staff } from '../../../server/process/context.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { changedFields } from '../../audit/difference.rules.ts';
import { lastChangeColumns, lockUnchanged } from '../../../server/records/optimistic-lock.ts';
import type { SaleConfiguration, SaleConfigurationForm } from '../gift-certificates.contract.ts';

const PERCENT = 100;

export async function findSaleConfiguration(db: Db): Promise<SaleConfiguration> {
  const { raw_discount, updated_at } = await db
    .selectFrom('gift_certificate_sale_configurations')
    .select(['raw_discount', 'updated_at'])
    .executeTakeFirstOrThrow();
  return { discount: raw_discount / PERCENT, updated_at };
}

export async function updateSaleConfiguration(
  db: Db,
  { discount, updated_at }: SaleConfigurationForm,
  staff: Staff,
) {
  await lockUnchanged(db, 'gift_certificate_sale_configurations', 1, updated_at);
  const before = await findSaleConfiguration(db);
  await db
    .updateTable('gift_certificate_sale_configurations')
    .set({ raw_discount: discount, ...lastChangeColumns(staff) })
    .execute();
  const entry = {
    ...auditCaller(staff),
    action: 'edited' as const,
    subject: 'sale_configuration',
    subject_id: null,
  };
  await audit(db, { ...entry, ...changedFields(before, await findSaleConfiguration(db)) });
  return {};
}
