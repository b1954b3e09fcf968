import { hostsWithPorts, milliseconds } from '../process/settings-kinds.ts';

export const webhookSettings = {
  WEBHOOK_EVERY_MS: milliseconds(1_000).describe('pause between two looks for events to send to partners'),
  WEBHOOK_TRY_MS: milliseconds(10_000).describe('time for one try to send one'),
  WEBHOOK_PRIVATE_HOSTS: hostsWithPorts
    .optional()
    .describe('hosts with ports that events may be sent to though they are private or without TLS'),
};
