import { createHash } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail, Mailer } from './mailer.ts';

/**
 * Creates a mailer that writes each e-mail as one `.eml` file into `folder`, completely or not at all; a retry with
 * the same message id overwrites the file.
 */
export const folderMailer = (folder: string): Mailer => ({
  async send(mail) {
    // The module is loaded with the first e-mail, because most processes send none.
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
    const { toNodemailerMessage: asMessage } = await import('./smtp.ts');
    const message = new MailComposer({
      ...asMessage(mail),
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile();
    await mkdir(folder, { recursive: true });
    await writeWhole(folder, mailFileName(mail), await message.build());
  },
});

/** Returns the file name of an e-mail: readable, safe, and as unique as the message id. */
export function mailFileName({ message_id }: Pick<Mail, 'message_id'>): string {
  const readable = message_id.replaceAll(/[^A-Za-z0-9@_-]+/g, '.').replace(/^\.+/, '');
  const unique = createHash('sha256').update(message_id).digest('hex').slice(0, 10);
  return `${readable.slice(0, 80)}-${unique}.eml`;
}

async function writeWhole(folder: string, name: string, content: Buffer) {
  const unfinished = join(folder, `.${name}.${process.pid}.unfinished`);
  const file = await open(unfinished, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(folder, name));
  const listing = await open(folder, 'r');
  await listing.sync().finally(() => listing.close());
}
