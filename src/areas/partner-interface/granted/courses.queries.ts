import { sql } from 'kysely';
import { moneyText } from '../../../contract/money.ts';
import { PREPARED_STATEMENT_MARK } from '../../../server/database/prepared.ts';
import type { Db, AppContext, Partner } from '../../../server/process/context.ts';
import type { PartnerCourse } from '../partner-wire.contract.ts';
import { grantedCourseIdsSql, COURSE_IS_SOLD } from './granted.queries.ts';

type Row = Omit<PartnerCourse, 'rental_clubs'> & {
  clubs: Omit<PartnerCourse['rental_clubs'][number], 'charge'>[];
};

const MOST = 1000;

/** Returns the courses that a partner may list, sorted by name, each with its rental clubs. */
export async function findPartnerCourses(
  db: Db,
  app: AppContext,
  partner: Partner,
): Promise<PartnerCourse[]> {
  const { rows } = await sql<Row>`${PREPARED_STATEMENT_MARK}
    select k.id, k.course_name, coalesce(k.display_name, '') as display_name, coalesce(k.address, '') as address,
      coalesce(k.city, '') as city, coalesce(k.subdivision, '') as subdivision, coalesce(k.postcode, '') as postcode,
      coalesce(k.country_alpha2, '') as country_alpha2, coalesce(k.phone, '') as phone,
      coalesce(k.description, '') as description, coalesce(k.image_url, '') as image_url,
      coalesce(k.time_zone, ${app.settings.businessTimeZone}) as time_zone,
      coalesce((select json_agg(json_build_object('id', r.id, 'brand', r.brand, 'description', r.description,
          'raw_charge', r.raw_charge) order by r.id)
        from rental_clubs r where r.course_id = k.id and not r.archived), '[]') as clubs
    from courses k where ${COURSE_IS_SOLD} and k.id in ${grantedCourseIdsSql(partner, 'List courses')}
    order by fold(k.course_name) collate "C", k.id limit ${sql.lit(MOST)}`.execute(db);
  return rows.map(({ clubs, ...course }) => ({
    ...course,
    rental_clubs: clubs.map((club) => ({ ...club, charge: moneyText(club.raw_charge) })),
  }));
}
