import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { isTimeZone } from '../../contract/dates.ts';
import { isWebAddress, OptionalEmail, OptionalText } from '../../contract/forms/fields.ts';
import type { FormOf } from '../../contract/forms/form.ts';
import { kind, withRule } from '../../contract/forms/kinds.ts';
import { record } from '../../contract/forms/record.ts';
import {
  ById,
  Count,
  CountQuery,
  DoneMessage,
  ListQuery,
  NumberOrNone,
  SavedId,
} from '../../contract/wire.ts';

const ExternalId = OptionalText(60).refine(
  (typed) => typed === null || /^[\w.-]+$/.test(typed),
  'must be letters, digits, dots and dashes',
);
const text = z.string().nullable();

export const Course = record(
  {
    course_name: kind.name(150),
    display_name: kind.optionalText(150),
    address: kind.optionalText(200),
    address_2: kind.optionalText(200),
    city: kind.optionalText(100),
    subdivision: kind.optionalText(100),
    postcode: kind.optionalText(12),
    country_alpha2: kind.optionalText(2),
    /** The IANA time zone of the course's clock; none means the business time zone. */
    time_zone: withRule(
      kind.optionalText(60),
      (typed) => typed === null || isTimeZone(typed),
      'must be a time zone like America/Denver',
    ),
    phone: kind.optionalPhone(40),
    email: { ...kind.optionalText(200), sent: OptionalEmail() },
    rate_required: kind.flag(true),
    internal_only: kind.flag(false),
    is_realtime: kind.flag(false),
    inactive: kind.flag(false),
    cart_rate: kind.optionalMoney(),
    days_out_to_scrape: kind.optionalWhole(0, 365),
    round_limit: kind.optionalWhole(0, 100_000),
    description: kind.optionalText(10_000),
    quality: kind.whole(1, 5, 1),
    position: kind.whole(0, 1_000_000, 1),
    price_min: kind.optionalMoney(),
    price_max: kind.optionalMoney(),
    /** The distance in miles. */
    distance_from_airport: {
      shown: z.number().nullable(),
      sent: NumberOrNone(z.number().min(0).max(9_999)).transform((typed) => typed ?? null),
      blank: null,
      column: 'same',
    },
    image_url: withRule(
      kind.optionalText(1000),
      (typed) =>
        typed === null ||
        /^\/images\/\S+$/.test(typed) ||
        (/^https?:\/\/\S+$/.test(typed) && isWebAddress(typed)),
      'must be an address that begins with https://',
    ),
    // These are the ids of the course in the four course systems; `id` is RIC's own.
    golfswitch_course: {
      shown: z.object({ id: z.number(), gs_id: text, gs_xid: text }),
      sent: z.object({ gs_id: ExternalId, gs_xid: ExternalId }).prefault({}),
      blank: { id: 0, gs_id: '', gs_xid: '' },
      column: 'none',
    },
    golfnow_course: {
      shown: z.object({ id: z.number(), golfnow_id: text }),
      sent: z.object({ golfnow_id: ExternalId }).prefault({}),
      blank: { id: 0, golfnow_id: '' },
      column: 'none',
    },
    club_prophet_course: {
      shown: z.object({ id: z.number(), club_prophet_id: text }),
      sent: z.object({ club_prophet_id: ExternalId }).prefault({}),
      blank: { id: 0, club_prophet_id: '' },
      column: 'none',
    },
    fore_up_course: {
      shown: z.object({ id: z.number(), fore_up_id: text }),
      sent: z.object({ fore_up_id: ExternalId }).prefault({}),
      blank: { id: 0, fore_up_id: '' },
      column: 'none',
    },
  },
  [
    {
      of: ['price_min', 'price_max'],
      holds: ({ price_min, price_max }) => price_min === null || price_max === null || price_min <= price_max,
      at: 'price_max',
      says: 'must not be below the minimum price',
    },
  ],
);
export type Course = z.infer<typeof Course.Shown>;
export type CourseForm = FormOf<typeof Course>;

const IN_LIST = ['course_name', 'inactive', 'internal_only', 'address', 'city', 'phone'] as const;
const CourseRow = Course.row(...IN_LIST).extend({ course_email: text });
/** The numbers of records that are deleted or changed with a course, or the reason why the course cannot be deleted. */
const GoesWith = z.object({
  kept_because: text,
  maintenances: z.number(),
  open_times: z.number(),
  lost_leads: z.number(),
  waiting_customers: z.number(),
  holidays: z.number(),
  course_groups: z.number(),
  discounts: z.number(),
  /** The number of discounts that are valid at this course only. */
  discounts_here_only: z.number(),
});
export type GoesWith = z.infer<typeof GoesWith>;

const COLUMNS = ['id', ...IN_LIST, 'course_email'] as const;
const list = {
  filters: COLUMNS,
  sorts: COLUMNS,
  opens: { sort: [{ name: 'course_name', desc: false }], paging: 'none' },
} as const;
const envelope = ['course'];
// prettier-ignore
export const courses = {
  index:        call({ method: 'GET',    path: '/api/courses/index',         access: 'staff', query: ListQuery, list, answer: z.array(CourseRow) }),
  count:        call({ method: 'GET',    path: '/api/courses/count',         access: 'staff', query: CountQuery, answer: Count }),
  show:         call({ method: 'GET',    path: '/api/courses/show/:id',      access: 'staff', params: ById, answer: Course.Shown }),
  create:       call({ method: 'POST',   path: '/api/courses',               access: 'admin', changes: ['sources'], envelope, body: z.object({ course: Course.Form }), answer: SavedId }),
  update:       call({ method: 'PUT',    path: '/api/courses/update',        access: 'admin', changes: ['availability', 'queues', 'leads', 'tee_times', 'sources'], envelope, body: ById.extend({ course: Course.Change }), answer: SavedId }),
  goesWith:     call({ method: 'GET',    path: '/api/courses/goes_with/:id', access: 'staff', ours: true, params: ById, answer: GoesWith }),
  remove:       call({ method: 'DELETE', path: '/api/courses/:id',           access: 'admin', changes: ['availability', 'sources'], params: ById, answer: DoneMessage }),
};
