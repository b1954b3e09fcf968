import { sql } from 'kysely';
import { isExpired, leaseEndSql } from '../../../../server/database/leases/lease.ts';
import type { AppContext } from '../../../../server/process/context.ts';
import { dieAtFaultPoint } from '../../../../server/process/fault-points.ts';
import { leaseAndWork } from '../../../operations/work-through.steps.ts';
import { carryOutCancellation, keepTeeTimeBooked } from './carry-out.steps.ts';

const AT_ONCE = 4;

/**
 * Continues the cancellations without a refund under way, after the course system did not answer or the process died
 * between two steps. Returns the errors of those that failed, which a later run tries again.
 */
export async function resumeCancellations(app: AppContext): Promise<unknown[]> {
  const seen: string[] = [];
  const lease = async () => {
    const open = await leaseFew(app, seen);
    seen.push(...open.map(({ id }) => id));
    return open;
  };
  return leaseAndWork(lease, (operation) =>
    resume(app, operation).finally(() => app.live.tell('tee_times', 'queues', 'leads', 'notices')),
  );
}

type OpenCancellation = { id: string; tee_time_id: number; waited_ms: number };

async function leaseFew(app: AppContext, seen: string[]): Promise<OpenCancellation[]> {
  const leaseMs = app.settings.reconcileLeaseMs;
  const { rows } = await sql<OpenCancellation>`
    update operations o set lease_until = ${leaseEndSql(leaseMs)}
    where id in (select id from operations where kind = 'cancel' and tee_time_id is not null
        and (state = 'unknown' or (state = 'running' and ${isExpired('lease_until')}))
        and not exists (select from payment_attempts a where a.operation_id = operations.id)
        and id <> all(${seen})
      order by created_at limit ${AT_ONCE} for update skip locked)
    returning id, tee_time_id, (extract(epoch from now() - created_at) * 1000)::bigint as waited_ms`.execute(
    app.db,
  );
  return rows;
}

const SILENT_COURSE =
  'The course system did not answer a cancellation. The tee time stays booked here, but the course may have canceled it: please call the course.';

async function resume(app: AppContext, operation: OpenCancellation): Promise<void> {
  dieAtFaultPoint('reconciler.resuming');
  await carryOutCancellation(app, operation.id);
  if (operation.waited_ms < app.settings.paymentGiveUpMs) return;
  await keepTeeTimeBooked(
    app,
    { operation_id: operation.id, tee_time_id: operation.tee_time_id },
    'The course system did not answer.',
    SILENT_COURSE,
  );
}
