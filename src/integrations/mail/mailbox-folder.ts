import { createHash } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail, Mailer } from './mailer.ts';

/**
 * Writes each mail as one `.eml` file into `folder`, whole or not at all; a retry of the same message id overwrites its
 * file.
 */
export const folderMailer = (folder: string): Mailer => ({
  async send(mail) {
    // Loaded with the first mail, since most runs send none.
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
    const { asMessage } = await import('./smtp.ts');
    const message = new MailComposer({
      ...asMessage(mail),
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile();
    await mkdir(folder, { recursive: true });
    await writeWhole(folder, fileNameOf(mail), await message.build());
  },
});

/** The file's name: readable, safe, and as unique as the message id. */
export function fileNameOf({ message_id }: Pick<Mail, 'message_id'>): string {
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
