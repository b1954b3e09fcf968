import { hostsWithPortsSetting, millisecondsSetting } from '../process/settings-kinds.ts';

export const webhookSettings = {
  WEBHOOK_EVERY_MS: millisecondsSetting(1_000).describe(
    'pause between two looks for events to send to partners',
  ),
  WEBHOOK_TRY_MS: millisecondsSetting(10_000).describe('time for one try to send one'),
  WEBHOOK_PRIVATE_HOSTS: hostsWithPortsSetting
    .optional()
    .describe('hosts with ports that events may be sent to though they are private or without TLS'),
};
