import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { isTimeZone } from '../../contract/dates.ts';
import { isWebAddress, OptionalEmail, OptionalText } from '../../contract/forms/fields.ts';
import type { CheckedForm } from '../../contract/forms/form.ts';
import { fieldKind, fieldKindWithRule } from '../../contract/forms/kinds.ts';
import { defineRecord } from '../../contract/forms/record.ts';
import {
  RecordIdParams,
  RowCount,
  CountQuery,
  DoneMessage,
  ListQuery,
  OptionalNumber,
  SavedRecordId,
} from '../../contract/wire.ts';

const ExternalId = OptionalText(60).refine(
  (typed) => typed === null || /^[\w.-]+$/.test(typed),
  'must be letters, digits, dots and dashes',
);
const text = z.string().nullable();

export const Course = defineRecord(
  {
    course_name: fieldKind.name(150),
    display_name: fieldKind.optionalText(150),
    address: fieldKind.optionalText(200),
    address_2: fieldKind.optionalText(200),
    city: fieldKind.optionalText(100),
    subdivision: fieldKind.optionalText(100),
    postcode: fieldKind.optionalText(12),
    country_alpha2: fieldKind.optionalText(2),
    /** The IANA time zone of the course's clock; none means the business time zone. */
    time_zone: fieldKindWithRule(
      fieldKind.optionalText(60),
      (typed) => typed === null || isTimeZone(typed),
      'must be a time zone like America/Denver',
    ),
    phone: fieldKind.optionalPhone(40),
    email: { ...fieldKind.optionalText(200), sent: OptionalEmail() },
    rate_required: fieldKind.flag(true),
    internal_only: fieldKind.flag(false),
    is_realtime: fieldKind.flag(false),
    inactive: fieldKind.flag(false),
    cart_rate: fieldKind.optionalMoney(),
    days_out_to_scrape: fieldKind.optionalWhole(0, 365),
    round_limit: fieldKind.optionalWhole(0, 100_000),
    description: fieldKind.optionalText(10_000),
    quality: fieldKind.whole(1, 5, 1),
    position: fieldKind.whole(0, 1_000_000, 1),
    price_min: fieldKind.optionalMoney(),
    price_max: fieldKind.optionalMoney(),
    /** The distance in miles. */
    distance_from_airport: {
      shown: z.number().nullable(),
      sent: OptionalNumber(z.number().min(0).max(9_999)).transform((typed) => typed ?? null),
      blank: null,
      column: 'same',
    },
    image_url: fieldKindWithRule(
      fieldKind.optionalText(1000),
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
export type CourseForm = CheckedForm<typeof Course>;

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
export type DeletedWithCourse = z.infer<typeof GoesWith>;

const COLUMNS = ['id', ...IN_LIST, 'course_email'] as const;
const list = {
  filters: COLUMNS,
  sorts: COLUMNS,
  opens: { sort: [{ name: 'course_name', desc: false }], paging: 'none' },
} as const;
const envelope = ['course'];
// prettier-ignore
export const courses = {
  index:        defineCall({ method: 'GET',    path: '/api/courses/index',         access: 'staff', query: ListQuery, list, answer: z.array(CourseRow) }),
  count:        defineCall({ method: 'GET',    path: '/api/courses/count',         access: 'staff', query: CountQuery, answer: RowCount }),
  show:         defineCall({ method: 'GET',    path: '/api/courses/show/:id',      access: 'staff', params: RecordIdParams, answer: Course.Shown }),
  create:       defineCall({ method: 'POST',   path: '/api/courses',               access: 'admin', changes: ['sources'], envelope, body: z.object({ course: Course.Form }), answer: SavedRecordId }),
  update:       defineCall({ method: 'PUT',    path: '/api/courses/update',        access: 'admin', changes: ['availability', 'queues', 'leads', 'tee_times', 'sources'], envelope, body: RecordIdParams.extend({ course: Course.Change }), answer: SavedRecordId }),
  goesWith:     defineCall({ method: 'GET',    path: '/api/courses/goes_with/:id', access: 'staff', ours: true, params: RecordIdParams, answer: GoesWith }),
  remove:       defineCall({ method: 'DELETE', path: '/api/courses/:id',           access: 'admin', changes: ['availability', 'sources'], params: RecordIdParams, answer: DoneMessage }),
};
