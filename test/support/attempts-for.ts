import type { Db } from '../../src/server/process/context.ts';

/** Selects the ids of the payment attempts that are for a tee time, also in part. */
export const attemptsFor = (db: Db, tee_time_id: number) =>
  db.selectFrom('payment_allocations').select('payment_attempt_id').where('tee_time_id', '=', tee_time_id);

/** Selects the ids of the payment attempts that are for a gift certificate. */
export const attemptsForCertificate = (db: Db, id: number) =>
  db.selectFrom('payment_allocations').select('payment_attempt_id').where('gift_certificate_id', '=', id);
