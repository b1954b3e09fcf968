import { sql } from 'kysely';
import type { Db, Staff } from '../../server/context.ts';
import { NotFound } from '../../server/errors.ts';
import { deleteUnlessLeanedOn } from '../../server/leans.ts';
import {
  contains,
  decimal,
  exactly,
  flag,
  list,
  optionalText,
  text,
  value,
  where,
} from '../../server/lists.ts';
import { changedBy, lockSeen } from '../../server/stale.ts';
import { requireFree } from '../../server/unique.ts';
import { requireCountry } from '../countries/countries.queries.ts';
import type { Course, CourseForm, CourseRow } from './courses.contract.ts';

const phoneText = contains('k.phone');

export const courseList = list<CourseRow>({
  table: 'courses',
  as: 'k',
  select: {
    id: 'k.id',
    course_name: 'k.course_name',
    inactive: 'k.inactive',
    internal_only: 'k.internal_only',
    address: 'k.address',
    city: 'k.city',
    phone: 'k.phone',
    course_email: 'k.email',
    updated_at: 'k.updated_at',
  },
  filters: {
    id: exactly('k.id'),
    course_name: contains('k.course_name'),
    inactive: flag('k.inactive'),
    internal_only: flag('k.internal_only'),
    address: contains('k.address'),
    city: contains('k.city'),
    // However a number is grouped, its digits are the same; what has none is looked for as text.
    phone: where((typed) => {
      const digits = typed.replace(/\D/g, '');
      if (digits === '') return phoneText.where(typed);
      return sql<boolean>`regexp_replace(k.phone, '[^0-9]', '', 'g') like ${`%${digits}%`}`;
    }),
    course_email: contains('k.email'),
  },
  sorts: {
    id: value('k.id'),
    course_name: text('k.course_name'),
    inactive: value('k.inactive'),
    internal_only: value('k.internal_only'),
    address: optionalText('k.address'),
    city: optionalText('k.city'),
    phone: optionalText('k.phone'),
    course_email: optionalText('k.email'),
  },
  defaultSort: [['course_name', false]],
  perPage: 'all',
});

export async function findCourseRecord(db: Db, id: number): Promise<Course> {
  const { rows } = await sql<Course>`
    select id, course_name, display_name, address, address_2, city, subdivision, postcode, country_alpha2, phone, email,
      rate_required, internal_only, is_realtime, inactive, ${sql.raw(decimal('raw_cart_rate'))} as cart_rate,
      days_out_to_scrape, round_limit, description, quality, position, ${sql.raw(decimal('raw_price_min'))} as price_min,
      ${sql.raw(decimal('raw_price_max'))} as price_max, distance_from_airport::float as distance_from_airport, image_url,
      json_build_object('id', id, 'gs_id', gs_id, 'gs_xid', gs_xid) as golfswitch_course,
      json_build_object('id', id, 'golfnow_id', golfnow_id) as golfnow_course,
      json_build_object('id', id, 'club_prophet_id', club_prophet_id) as club_prophet_course,
      json_build_object('id', id, 'fore_up_id', fore_up_id) as fore_up_course, updated_at
    from courses where id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound('This course');
  return rows[0];
}

export async function insertCourse(db: Db, form: CourseForm, staff: Staff) {
  await requireSound(db, form, 0);
  return db
    .insertInto('courses')
    .values({ ...columnsOf(form), ...changedBy(staff) })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export async function updateCourse(db: Db, id: number, form: CourseForm, staff: Staff) {
  await lockSeen(db, 'courses', id, form.updated_at);
  await requireSound(db, form, id);
  await db
    .updateTable('courses')
    .set({ ...columnsOf(form), ...changedBy(staff) })
    .where('id', '=', id)
    .execute();
  return { id };
}

export async function deleteCourse(db: Db, id: number) {
  await deleteUnlessLeanedOn(db, 'courses', id, {
    on: {
      'tee time': sql`select from tee_times where course_id = ${id}`,
      rate: sql`select from rates where course_id = ${id}`,
      'rental club': sql`select from rental_clubs where course_id = ${id}`,
      image: sql`select from images where course_id = ${id}`,
      'gift certificate': sql`select from gift_certificates where course_id = ${id}`,
    },
    instead: 'Tick Inactive? instead, so that it is no longer offered.',
  });
  return {};
}

async function requireSound(db: Db, { course_name, country_alpha2 }: CourseForm, id: number): Promise<void> {
  requireCountry(country_alpha2);
  await requireFree(db, { table: 'courses', column: 'course_name', text: course_name, except: id });
}

function columnsOf(form: CourseForm) {
  const { golfswitch_course, golfnow_course, club_prophet_course, fore_up_course, ...rest } = form;
  const { cart_rate, price_min, price_max, updated_at: _, ...same } = rest;
  return {
    ...same,
    ...golfswitch_course,
    ...golfnow_course,
    ...club_prophet_course,
    ...fore_up_course,
    raw_cart_rate: cart_rate,
    raw_price_min: price_min,
    raw_price_max: price_max,
  };
}
