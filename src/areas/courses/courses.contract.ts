import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { form, type FormOf } from '../../contract/form.ts';
import {
  A_PHONE,
  AN_EMAIL,
  OptionalText,
  SeenAt,
  Text,
  WholeNumber,
  WholeNumberOrNone,
} from '../../contract/fields.ts';
import { Money, MoneyOrNone } from '../../contract/money.ts';
import {
  ById,
  Count,
  CountQuery,
  Done,
  Instant,
  ListQuery,
  NumberOrNone,
  NumberSent,
  Pairs,
  Saved,
} from '../../contract/wire.ts';

const text = z.string().nullable();
const whole = z.number().nullable();
const CourseRow = z.object({
  id: z.number(),
  course_name: z.string(),
  inactive: z.boolean(),
  internal_only: z.boolean(),
  address: text,
  city: text,
  phone: text,
  course_email: text,
  updated_at: Instant,
});
export type CourseRow = z.infer<typeof CourseRow>;

const Course = CourseRow.omit({ course_email: true }).extend({
  display_name: text,
  address_2: text,
  subdivision: text,
  postcode: text,
  country_alpha2: text,
  email: text,
  rate_required: z.boolean(),
  is_realtime: z.boolean(),
  cart_rate: Money.nullable(),
  days_out_to_scrape: whole,
  round_limit: whole,
  description: text,
  quality: z.number(),
  position: z.number(),
  price_min: Money.nullable(),
  price_max: Money.nullable(),
  /** Miles. */
  distance_from_airport: whole,
  image_url: text,
  /** What the four course systems call the course; their `id` is the course's own. */
  golfswitch_course: z.object({ id: z.number(), gs_id: text, gs_xid: text }),
  golfnow_course: z.object({ id: z.number(), golfnow_id: text }),
  club_prophet_course: z.object({ id: z.number(), club_prophet_id: text }),
  fore_up_course: z.object({ id: z.number(), fore_up_id: text }),
});
export type Course = z.infer<typeof Course>;

const ExternalId = OptionalText(60).refine(
  (typed) => typed === null || /^[\w.-]+$/.test(typed),
  'must be letters, digits, dots and dashes',
);

const CourseForm = form(
  {
    course_name: Text(150),
    display_name: OptionalText(150),
    address: OptionalText(200),
    address_2: OptionalText(200),
    city: OptionalText(100),
    subdivision: OptionalText(100),
    postcode: OptionalText(12),
    country_alpha2: OptionalText(2),
    phone: OptionalText(40).refine(...A_PHONE),
    email: OptionalText(200).refine(...AN_EMAIL),
    rate_required: z.boolean().default(true),
    internal_only: z.boolean().default(false),
    is_realtime: z.boolean().default(false),
    inactive: z.boolean().default(false),
    cart_rate: MoneyOrNone,
    days_out_to_scrape: WholeNumberOrNone(0, 365),
    round_limit: WholeNumberOrNone(0, 100_000),
    description: OptionalText(10_000),
    quality: WholeNumber(1, 5).default(1),
    position: WholeNumber(0, 1_000_000).default(1),
    price_min: MoneyOrNone,
    price_max: MoneyOrNone,
    distance_from_airport: NumberOrNone(z.number().min(0).max(9_999)).transform((typed) => typed ?? null),
    image_url: OptionalText(1000).refine(
      (typed) => typed === null || /^(https?:\/\/|\/images\/)\S+$/.test(typed),
      'must be an address that begins with https://',
    ),
    golfswitch_course: z.object({ gs_id: ExternalId, gs_xid: ExternalId }).prefault({}),
    golfnow_course: z.object({ golfnow_id: ExternalId }).prefault({}),
    club_prophet_course: z.object({ club_prophet_id: ExternalId }).prefault({}),
    fore_up_course: z.object({ fore_up_id: ExternalId }).prefault({}),
    updated_at: SeenAt,
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
export type CourseForm = FormOf<typeof CourseForm>;

/** A course as forms send it; nothing chosen yet is refused as missing. */
export const ChosenCourse = z.object(
  {
    id: NumberSent<number, number | string | null>(z.number().int('is required').positive('is required')),
  },
  'is required',
);

/** What a deletion takes along or leaves behind, counted, or why there can be none. */
const GoesWith = z.object({
  kept_because: text,
  maintenances: z.number(),
  open_times: z.number(),
  lost_leads: z.number(),
  waiting_customers: z.number(),
  holidays: z.number(),
  course_groups: z.number(),
  discounts: z.number(),
  /** Those of the discounts that are limited to this course alone. */
  discounts_here_only: z.number(),
});
export type GoesWith = z.infer<typeof GoesWith>;

const COLUMNS = [
  'id',
  'course_name',
  'inactive',
  'internal_only',
  'address',
  'city',
  'phone',
  'course_email',
] as const;
const list = { filters: COLUMNS, sorts: COLUMNS };
const envelope = ['course'];
// prettier-ignore
export const courses = {
  list:         call({ method: 'GET',    path: '/api/courses/list',          access: 'staff', answer: Pairs }),
  liveList:     call({ method: 'GET',    path: '/api/courses/live_list',     access: 'staff', answer: Pairs }),
  internalList: call({ method: 'GET',    path: '/api/courses/internal_list', access: 'staff', answer: Pairs }),
  index:        call({ method: 'GET',    path: '/api/courses/index',         access: 'staff', query: ListQuery, list, answer: z.array(CourseRow) }),
  count:        call({ method: 'GET',    path: '/api/courses/count',         access: 'staff', query: CountQuery, answer: Count }),
  show:         call({ method: 'GET',    path: '/api/courses/show/:id',      access: 'staff', params: ById, answer: Course }),
  create:       call({ method: 'POST',   path: '/api/courses',               access: 'admin', envelope, body: z.object({ course: CourseForm.Form }), answer: Saved }),
  update:       call({ method: 'PUT',    path: '/api/courses/update',        access: 'admin', envelope, body: ById.extend({ course: CourseForm.Change }), answer: Saved }),
  goesWith:     call({ method: 'GET',    path: '/api/courses/goes_with/:id', access: 'staff', ours: true, params: ById, answer: GoesWith }),
  remove:       call({ method: 'DELETE', path: '/api/courses/:id',           access: 'admin', params: ById, answer: Done }),
};
