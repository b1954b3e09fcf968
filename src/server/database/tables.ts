import type * as booking from './booking-tables.ts';
import type * as catalogue from './catalogue-tables.ts';

/** Every table of db/migrations, written by hand from them: a migration that changes one changes its type. */
export interface Tables {
  staff_users: catalogue.StaffUsers;
  sign_ins: catalogue.SignIns;
  sign_in_failures: catalogue.SignInFailures;
  helpful_links: catalogue.HelpfulLinks;
  ric_messages: catalogue.RicMessages;
  notices: catalogue.Notices;
  courses: catalogue.Courses;
  holidays: catalogue.Holidays;
  holiday_courses: catalogue.HolidayCourses;
  maintenances: catalogue.Maintenances;
  rates: catalogue.Rates;
  rate_date_ranges: catalogue.RateDateRanges;
  rental_clubs: catalogue.RentalClubs;
  customers: catalogue.Customers;
  discounts: catalogue.Discounts;
  discount_courses: catalogue.DiscountCourses;
  gift_certificates: catalogue.GiftCertificates;
  gift_certificate_sale_configurations: catalogue.GiftCertificateSaleConfigurations;
  course_groups: catalogue.CourseGroups;
  course_group_courses: catalogue.CourseGroupCourses;
  course_group_actions: catalogue.CourseGroupActions;
  course_group_users: catalogue.CourseGroupUsers;
  api_actions: catalogue.ApiActions;
  api_users: catalogue.ApiUsers;
  images: catalogue.Images;
  fore_up_availabilities: booking.ForeUpAvailabilities;
  lost_leads: booking.LostLeads;
  availability_queues: booking.AvailabilityQueues;
  tee_times: booking.TeeTimes;
  tee_time_rental_clubs: booking.TeeTimeRentalClubs;
  tee_time_counts: booking.TeeTimeCounts;
  tee_time_list: booking.TeeTimeList;
  list_renames: booking.ListRenames;
  gift_certificate_list: catalogue.GiftCertificateList;
  operations: booking.Operations;
  payment_attempts: booking.PaymentAttempts;
  certificate_holds: booking.CertificateHolds;
  ledger_transactions: booking.LedgerTransactions;
  ledger_entries: booking.LedgerEntries;
  outbox: booking.Outbox;
  email_template_versions: booking.EmailTemplateVersions;
  audit_entries: booking.AuditEntries;
}
