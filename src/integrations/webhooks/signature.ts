import { createHmac } from 'node:crypto';

/** Returns the value of the header `RIC-Signature` for a body that is sent at an instant (seconds since 1970). */
export const webhookSignature = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
