import { sql } from 'kysely';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Db } from '../../src/server/process/context.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { uniqueText } from '../support/unique-text.ts';
import { startMailServer, type MailServerBehavior, type MailServer } from './mail-server.ts';

export const MAILS = attemptsPerFault(500, 60);
export const PER_BOOKING = 10;
export const MAIL_FROM = 'San Diego Golf <desk@ric.example>';

/** The other recipients of a booking, so that it queues ten e-mails. */
export const others = () =>
  Array.from({ length: PER_BOOKING - 1 }, () => `${uniqueText()}@player.example`).join(', ');

export const makeDue = (db: Db) =>
  db
    .updateTable('outbox')
    .set({ next_try_at: sql<string>`now()` })
    .where('state', '=', 'waiting')
    .execute();

export const written = async (db: Db) =>
  (await db.selectFrom('outbox').select('message_id').execute()).map(({ message_id }) => message_id);
export const well: MailServerBehavior = () => 'ok';

/** Starts a mail server before each test of a suite; returns it and the check of all that it took. */
export function mailServerSetup(suite: string) {
  const tried = faultTable(suite);
  let server: MailServer;
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(() => server.close());

  /** Counts, by the mail server's figures, lost mails and superfluous duplicates. */
  function conclude(fault: string, times: number, written: string[]): void {
    const { taken, untold } = server;
    const lost = written.filter((id) => !taken.has(id)).length;
    const more = [...taken].map(([id, copies]) => copies - 1 - (untold.get(id) ?? 0));
    const doubled = more.reduce((sum, copies) => sum + Math.max(0, copies), 0);
    const second = [...taken.values()].filter((copies) => copies > 1).length;
    const again = `${second} twice under one Message-ID, the answer to the first never came`;
    const note = `${written.length} mails${second > 0 ? `, ${again}` : ''}`;
    tried({ fault, times, lost, doubled, note });
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
    // No mail came under an unknown Message-ID.
    expect([...taken.keys()].filter((id) => !written.includes(id))).toEqual([]);
  }

  return { server: () => server, conclude };
}
