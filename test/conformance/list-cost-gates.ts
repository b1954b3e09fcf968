import { foreUpAvailability } from '../../src/areas/availability/open-times.contract.ts';
import { lostLeads } from '../../src/areas/wait-list/leads/lost-leads.contract.ts';
import { customers } from '../../src/areas/customers/customers.contract.ts';
import { giftCertificates } from '../../src/areas/gift-certificates/gift-certificates.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { HttpCall } from '../../src/contract/call.ts';

// Limits the cost of a list on 100,000 tee times, by figures that are the same on every machine: SQL statements of a
// request, database pages that PostgreSQL touches, and no table scanned completely. Only `npm run bench` measures time.
export const MEASURED_TEE_TIMES = 100_000;

export type MeasuredCall = {
  call: HttpCall;
  query: Record<string, unknown>;
  params?: Record<string, unknown>;
};
/**
 * The highest allowed cost of a request: `statements` includes the look-up of the session; `pages` are the shared buffers
 * of all statements.
 */
export type CostLimit = { statements: number; pages: number; scanned?: string[] };

export const teeTimeListRequest = (query: Record<string, unknown>) => ({ call: teeTimes.index, query });
export const teeTimeCountRequest = (filters: Record<string, unknown>) => ({
  call: teeTimes.count,
  query: { filters, cap: 10_000 },
});
const COMMON = { last_name: 'smi', course_name: 'torrey' };
const ACCENTED = { last_name: 'ŠMİ', course_name: 'TÓRREY' };
const MEDIUM = { first_name: 'yuk', course_name: 'redhawk' };

export const openTimeListRequest = (query: Record<string, unknown>) => ({
  call: foreUpAvailability.index,
  query,
});
const openCounted = (filters: Record<string, unknown>) => ({
  call: foreUpAvailability.count,
  query: { filters, cap: 10_000 },
});
const TORREY = { course_name: 'torrey' };

export const LIST_COST_LIMITS: [string, MeasuredCall, CostLimit][] = [
  ['newest first', teeTimeListRequest({}), { statements: 2, pages: 150 }],
  ['the total', { call: teeTimes.count, query: {} }, { statements: 2, pages: 40 }],
  // Most of the cost is the 2,900 days that are counted to find the page's first row.
  ['page 3,000', teeTimeListRequest({ page: 3000 }), { statements: 3, pages: 3500 }],
  ['a common filter', teeTimeListRequest({ filters: COMMON }), { statements: 3, pages: 1600 }],
  ['a common filter, counted', teeTimeCountRequest(COMMON), { statements: 3, pages: 800 }],
  // A filter typed with accents finds the same rows as the filter above, because the index holds the folded names.
  ['a common filter with accents', teeTimeListRequest({ filters: ACCENTED }), { statements: 3, pages: 1600 }],
  ['a common filter with accents, counted', teeTimeCountRequest(ACCENTED), { statements: 3, pages: 800 }],
  ['a medium filter', teeTimeListRequest({ filters: MEDIUM }), { statements: 3, pages: 300 }],
  ['a medium filter, counted', teeTimeCountRequest(MEDIUM), { statements: 3, pages: 200 }],
  [
    'letters, page 1',
    teeTimeListRequest({ filters: { first_name: 'a', last_name: 'e' } }),
    { statements: 2, pages: 250 },
  ],
  [
    'course, then play date',
    teeTimeListRequest({ sort_fields: ['course_name', 'play_date'] }),
    { statements: 2, pages: 150 },
  ],
  [
    'a part of a play time',
    teeTimeListRequest({ filters: { play_time: '08:' } }),
    { statements: 2, pages: 1500 },
  ],
  [
    'a part of a play time, counted',
    teeTimeCountRequest({ play_time: '08:' }),
    { statements: 2, pages: 400 },
  ],
  [
    'customers of a type, page 800',
    { call: customers.index, query: { page: 800, filters: { type: 'Customer' } } },
    { statements: 2, pages: 450 },
  ],
  ['customers, page 900', { call: customers.index, query: { page: 900 } }, { statements: 2, pages: 450 }],
  [
    'customers by a part of a name, typed without its accent',
    { call: customers.index, query: { filters: { last_name: 'bastrom' } } },
    { statements: 2, pages: 300 },
  ],
  ['all customers, counted', { call: customers.count, query: {} }, { statements: 2, pages: 150 }],
  [
    'customers by the e-mail of one who was merged',
    { call: customers.index, query: { filters: { email: 'former7@customer.example' } } },
    { statements: 3, pages: 250 },
  ],
  [
    'certificates by last name, page 150',
    { call: giftCertificates.index, query: { page: 150, sort_fields: ['last_name'] } },
    { statements: 2, pages: 250 },
  ],
  [
    'certificates by a serial as it is heard',
    { call: giftCertificates.index, query: { filters: { serial: '003-f83 1a2' } } },
    { statements: 2, pages: 250 },
  ],
  // Most of the cost is, for each of the hundred rows, reading the row, its rate, its day and the waiting customers.
  ['open times of a few courses', openTimeListRequest({ filters: TORREY }), { statements: 3, pages: 1500 }],
  ['open times of a few courses, counted', openCounted(TORREY), { statements: 3, pages: 150 }],
  [
    'open times of a few courses, page 30',
    openTimeListRequest({ filters: TORREY, page: 30 }),
    { statements: 3, pages: 1500 },
  ],
  ['open times of all', openTimeListRequest({}), { statements: 2, pages: 1500 }],
  // Nearly all open times match, so ten thousand of them are counted by scanning the table in its own order.
  [
    'open times of all, counted',
    openCounted({}),
    { statements: 2, pages: 250, scanned: ['fore_up_availabilities'] },
  ],
  [
    'open times of a group',
    openTimeListRequest({ filters: { group_name: 'Denver' } }),
    { statements: 3, pages: 1500 },
  ],
  [
    'open times at a rate',
    openTimeListRequest({ filters: { rate: '77.00' } }),
    { statements: 3, pages: 1500 },
  ],
  [
    'open times at a time of day',
    openTimeListRequest({ filters: { available_time: '742' } }),
    { statements: 2, pages: 1500 },
  ],
  ['open times for four', openTimeListRequest({ filters: { spots: '4' } }), { statements: 2, pages: 1500 }],
  ['open times for eight', openTimeListRequest({ filters: { spots: '8' } }), { statements: 2, pages: 1500 }],
  ['open times for nobody', openTimeListRequest({ filters: { spots: '17' } }), { statements: 2, pages: 100 }],
  ['open times for nobody, counted', openCounted({ spots: '17' }), { statements: 2, pages: 100 }],
  ['lost leads', { call: lostLeads.index, query: {} }, { statements: 2, pages: 3500 }],
  // Nearly all leads match, so they are counted by scanning the table in its own order.
  [
    'lost leads, counted',
    { call: lostLeads.count, query: {} },
    { statements: 2, pages: 300, scanned: ['lost_leads'] },
  ],
];

// The sort columns that no index can serve: the status depends on the time of day, and notes are longer than an index
// allows.
export const UNINDEXED_SORTS = ['status', 'notes', 'internal_notes'];
export const SORT_FIELDS_OF_LISTS: [string, HttpCall, string[]][] = [
  [
    'tee times',
    teeTimes.index,
    [
      'first_name',
      'last_name',
      'created_at',
      'play_date',
      'play_time',
      'players',
      'paid',
      'cost',
      'course_name',
    ].concat(['confirmation', 'payment_id', 'agent']),
  ],
  ['customers', customers.index, ['id', 'type', 'first_name', 'last_name', 'email', 'primary_phone']],
  [
    'certificates',
    giftCertificates.index,
    [
      'id',
      'created_at',
      'first_name',
      'last_name',
      'email',
      'serial',
      'value',
      'balance',
      'delivery_method',
    ].concat(['internal_memo']),
  ],
];
