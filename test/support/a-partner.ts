import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Tables } from '../../src/server/database/tables.ts';
import type { Db } from '../../src/server/process/context.ts';

/** A partner that is not the public site, without a key. */
export const aPartner = (db: Db, given: Partial<Insertable<Tables['api_users']>> = {}) =>
  db
    .insertInto('api_users')
    // Of letters alone: so many digits in a text may be a card's.
    .values({ api_user_name: `Partner ${randomUUID().replaceAll(/\d/g, 'x')}`, ...given })
    .returning(['id', 'api_user_name'])
    .executeTakeFirstOrThrow();
