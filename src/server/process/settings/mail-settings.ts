import { z } from 'zod';
import { addressSetting } from '../settings-kinds.ts';

const sender = z
  .string()
  .regex(/^[^<>@]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be a sender like Reservations <desk@example.com>');

/** The settings of e-mail. */
export const mailSettings = {
  SMTP_URL: addressSetting(['smtp', 'smtps'], 'smtps://user:secret@mail.example:465')
    .optional()
    .describe('mail server; without it mail goes to a folder that admins can open in RIC'),
  MAIL_FROM: sender
    .default('RIC <no-reply@ric.example>')
    .describe('sender of every mail; required beside SMTP_URL'),
  MAIL_REPLY_TO: sender.optional().describe('where answers to mail go; without it to MAIL_FROM'),
};
