/**
 * The database tests that run on both engines, and why. All others run once, on PostgreSQL if there is one: the SQL is
 * the same, and most of a test's cost is the database. The list may only grow: test/conformance/both-engines.test.ts checks
 * its length.
 * - locale: sorts, compares or finds texts, which each engine does by its own locale.
 * - sql: a separate statement for one engine, or a result that depends on its version.
 * - driver: connections, pools, cursors, notifications; the embedded database has one connection for everything.
 * - race: two sessions at one row, which the embedded database runs one after the other.
 */
const FILES = {
  locale: [
    'src/areas/audit-trail/audit-trail.test.ts',
    'src/areas/customers/customers.test.ts',
    'src/areas/customers/exact-forms.test.ts',
    'src/areas/customers/erasing/written-forms.test.ts',
    'src/areas/customers/duplicates/duplicates.test.ts',
    'src/areas/customers/merging/merging.test.ts',
    'src/areas/customers/merging/refused-merges.test.ts',
    'src/areas/customers/merging/similar-customers.test.ts',
    'src/areas/discounts/discounts.test.ts',
    'src/areas/search/callers/callers.test.ts',
    'src/areas/search/search.test.ts',
    'src/areas/search/written-names.test.ts',
    'src/areas/tee-times/list/list.test.ts',
    'src/areas/wait-list/queue/queue.test.ts',
    'src/areas/wait-list/queue/closing.test.ts',
    'src/areas/wait-list/queue/wait-list.test.ts',
    'src/server/database/fold.test.ts',
    'src/server/records/unique-names.test.ts',
  ],
  sql: [
    'src/areas/availability/open-time-rows.test.ts',
    'src/areas/availability/open-times.test.ts',
    'src/areas/health/health.test.ts',
    'src/areas/home/home.test.ts',
    'src/areas/importing/certificates.test.ts',
    'src/areas/importing/files/files.test.ts',
    'src/areas/importing/files/received-files.test.ts',
    'src/areas/importing/files/running-imports.test.ts',
    'src/areas/importing/importing.test.ts',
    'src/areas/importing/read-rows.test.ts',
    'src/areas/importing/tee-times.test.ts',
    'src/areas/reports/made/at-one-moment.test.ts',
    'src/areas/reports/made/sales/worked-sales.test.ts',
    'src/areas/reports/opened-again.test.ts',
    'src/areas/reports/running/run.test.ts',
    'src/areas/reports/worked-company.test.ts',
  ],
  driver: [
    'src/areas/audit/audit.test.ts',
    'src/areas/audit/short-lived/letting-go.test.ts',
    'src/areas/audit/sealing/sealing.test.ts',
    'src/areas/holidays/holidays.test.ts',
    'src/areas/outbox/worker.job.test.ts',
    'src/areas/reports/report-files.test.ts',
    'src/server/database/database.test.ts',
    'src/server/database/driver/busy.test.ts',
    'src/server/http/errors.test.ts',
    'src/server/live/live.test.ts',
    'src/server/replica/replica.test.ts',
  ],
  race: [
    'src/areas/booking/booking.test.ts',
    'src/areas/booking/rate-and-codes.test.ts',
    'src/areas/booking/refused-bookings.test.ts',
    'src/areas/booking/charge/leaving-queues.test.ts',
    'src/areas/gift-certificates/balance/adjust.test.ts',
    'src/areas/operations/operations.test.ts',
    'src/areas/reconciling/ledger-check.test.ts',
    'src/areas/reconciling/reconciling.test.ts',
    'src/areas/tee-times/canceling/refunding.test.ts',
    'src/areas/claims/claims.test.ts',
  ],
};

export const BOTH_ENGINES = Object.values(FILES).flat();
