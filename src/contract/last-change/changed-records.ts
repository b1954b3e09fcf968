// Made from the migrated database by `npm run docs`; never edited.
/** The tables of the records that say who changed them last. */
export const TABLES_WITH_LAST_CHANGE = [
  'api_users',
  'course_groups',
  'courses',
  'customers',
  'discounts',
  'gift_certificate_sale_configurations',
  'gift_certificates',
  'helpful_links',
  'holidays',
  'images',
  'maintenances',
  'rate_date_ranges',
  'rates',
  'rental_clubs',
  'report_schedules',
  'ric_messages',
  'saved_views',
  'staff_users',
  'tee_times',
] as const;
