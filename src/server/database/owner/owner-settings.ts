import { millisecondsSetting, wholeNumberSetting } from '../../process/settings-kinds.ts';
import { databaseAddressSetting } from '../server/database-settings.ts';

/**
 * The settings of the audit: the address for the owner's role, how long short-lived entries are kept, and how often
 * entries are sealed.
 */
export const auditSettings = {
  DATABASE_OWNER_URL: databaseAddressSetting
    .optional()
    .describe('the same database as another role, which owns it: migrations, backup, restore'),
  AUDIT_KEPT_MONTHS: wholeNumberSetting(12, 1200)
    .default(13)
    .describe('months that sign-ins, refusals, reads and sends are kept in the audit'),
  AUDIT_SEAL_EVERY_MS: millisecondsSetting(1_000).describe('pause between two seals of the audit'),
};
