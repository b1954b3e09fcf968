import type { RouteComponent } from '@tanstack/react-router';
import { TeeTimeList } from '../areas/tee-times/list/TeeTimeList.tsx';
import { lazyScreen, lazyPlainScreen } from '../web/navigation/lazy-screen.ts';
import type { MenuScreen, NewRecordLink } from '../web/navigation/menu.ts';

type Screen = MenuScreen & { component: RouteComponent };

const SALES_CONFIGURATION: NewRecordLink = { label: 'Sales Configuration', path: '/gift-certificate-sales/' };
const NEW_CERTIFICATE: NewRecordLink = {
  label: 'New Gift Certificate',
  path: '/manage-gift-certificate/new',
  words: 'sell',
};
const NEW_CUSTOMER: NewRecordLink = { label: 'New Customer', path: '/manage-customer/new' };
const NEW_DISCOUNT: NewRecordLink = { label: 'New Discount', path: '/manage-discount/new' };
const NEW_LINK: NewRecordLink = { label: 'New Link', path: '/helpful-link/new' };
const NEW_PARTNER: NewRecordLink = { label: 'New Partner', path: '/partner/new' };
const NEW_USER: NewRecordLink = { label: 'New User', path: '/ric-user/new' };
const NEW_RATE: NewRecordLink = { label: 'New Rate', path: '/manage-rate/new', admin: true };
const NEW_COURSE: NewRecordLink = { label: 'New Course', path: '/course/new/', admin: true };
const NEW_COURSE_GROUP: NewRecordLink = {
  label: 'New Course Group',
  path: '/course-group/new/',
  admin: true,
};
const NEW_MAINTENANCE: NewRecordLink = { label: 'New Maintenance', path: '/maintenance/new', admin: true };
const NEW_HOLIDAY: NewRecordLink = { label: 'New Holiday', path: '/holiday/new', admin: true };
const NEW_RENTAL_CLUB: NewRecordLink = { label: 'New Rental Club', path: '/rental-club/new', admin: true };

/** Returns a New link for a course's page, where the link preselects that course. */
const ofCourse = (link: NewRecordLink): NewRecordLink => ({ ...link, ofCourse: true });

// The report screens share one script.
const reportScreens = () => import('../areas/report-schedules/screens/ReportScreens.tsx');

/**
 * The registry of screens: their addresses, titles, access level, entry in the side menu, links in the top bar, letter
 * after `g`, and other words by which the search palette finds them. The list of tee times is in the first script; the
 * other lists are a script together, loaded before it is needed (vite.config.ts, browser.tsx); every other screen is
 * fetched when it is opened.
 */
// prettier-ignore
export const SCREENS: Screen[] = [
  { path: '/', title: 'Home', component: lazyPlainScreen(() => import('../areas/home/Home.tsx'), 'Home') },
  { path: '/home', title: 'Home', letter: 'h', words: 'start dashboard', component: lazyPlainScreen(() => import('../areas/home/Home.tsx'), 'Home') },
  { path: '/login', title: 'Sign in', component: lazyScreen(() => import('../areas/session/signing-in/SignIn.tsx'), 'SignIn') },
  { path: '/logout', title: 'Sign out', component: lazyPlainScreen(() => import('../areas/session/SignOut.tsx'), 'SignOut') },

  // Screens for bookings and callers
  { path: '/ibe', title: 'Internal Booking Engine', letter: 'b', words: 'booking engine reservation call', menu: { group: 'Desk', label: 'IBE', icon: 'phone' }, component: lazyScreen(() => import('../areas/booking/BookingEngine.tsx'), 'BookingEngine') },
  { path: '/manage-tee-times', title: 'Tee Times', letter: 't', words: 'rounds bookings reservations change cancel refund', menu: { group: 'Desk', label: 'Tee Times', icon: 'flag' }, component: TeeTimeList },
  { path: '/manage-tee-time/$id', title: 'Tee Time', component: lazyScreen(() => import('../areas/tee-times/TeeTimeDetail.tsx'), 'TeeTimeDetail') },
  { path: '/tee-time-availability', title: 'Availability', letter: 'a', words: 'open times slots free', menu: { group: 'Desk', label: 'Availability', icon: 'clock' }, component: lazyPlainScreen(() => import('../areas/availability/OpenTimeList.tsx'), 'OpenTimeList') },
  { path: '/wait-list-queue', title: 'Wait List', letter: 'w', words: 'waitlist queue waiting', menu: { group: 'Desk', label: 'Wait List', icon: 'queue', count: 'queues' }, component: lazyScreen(() => import('../areas/wait-list/WaitList.tsx'), 'WaitList') },
  { path: '/availability_queue', title: 'Wait List', component: lazyScreen(() => import('../areas/wait-list/WaitList.tsx'), 'WaitList') },
  { path: '/queue-management', title: 'Queue Management', component: lazyScreen(() => import('../areas/wait-list/QueueManagement.tsx'), 'QueueManagement') },
  { path: '/lost-leads', title: 'Lost Leads', letter: 'l', words: 'missed', menu: { group: 'Desk', label: 'Lost Leads', icon: 'lead', count: 'leads' }, component: lazyPlainScreen(() => import('../areas/wait-list/leads/LostLeadList.tsx'), 'LostLeadList') },
  { path: '/sources', title: 'Sources', letter: 's', words: 'course systems scraping', menu: { group: 'Desk', label: 'Sources', icon: 'source', count: 'sources' }, component: lazyScreen(() => import('../areas/scraping/sources/Sources.tsx'), 'Sources') },

  // Screens for the catalog
  { path: '/manage-courses', title: 'Golf Courses', letter: 'o', menu: { group: 'Catalog', label: 'Golf Courses', icon: 'course' }, links: [NEW_COURSE], component: lazyPlainScreen(() => import('../areas/courses/CourseList.tsx'), 'CourseList') },
  { path: '/course/new', title: 'New Course', component: lazyScreen(() => import('../areas/courses/CourseDetail.tsx'), 'CourseDetail') },
  { path: '/manage-course/$id', title: 'Golf Course', links: [NEW_COURSE, ...[NEW_MAINTENANCE, NEW_HOLIDAY, NEW_RENTAL_CLUB].map(ofCourse)], component: lazyScreen(() => import('../areas/courses/CourseDetail.tsx'), 'CourseDetail') },
  { path: '/manage-course-groups', title: 'Course Groups', letter: 'p', menu: { group: 'Catalog', label: 'Course Groups', icon: 'group', admin: true }, links: [NEW_COURSE_GROUP], component: lazyPlainScreen(() => import('../areas/course-groups/CourseGroupList.tsx'), 'CourseGroupList') },
  { path: '/manage-course_groups', title: 'Course Groups', links: [NEW_COURSE_GROUP], component: lazyPlainScreen(() => import('../areas/course-groups/CourseGroupList.tsx'), 'CourseGroupList') },
  { path: '/course-group/new', title: 'New Course Group', component: lazyScreen(() => import('../areas/course-groups/CourseGroupDetail.tsx'), 'CourseGroupDetail') },
  { path: '/manage-course-group/$id', title: 'Course Group', links: [NEW_COURSE_GROUP], component: lazyScreen(() => import('../areas/course-groups/CourseGroupDetail.tsx'), 'CourseGroupDetail') },
  { path: '/manage-rates', title: 'Rates', letter: 'r', words: 'prices', menu: { group: 'Catalog', label: 'Rates', icon: 'rate' }, links: [NEW_RATE], component: lazyPlainScreen(() => import('../areas/rates/RateList.tsx'), 'RateList') },
  { path: '/manage-rate/$id', title: 'Rate', links: [NEW_RATE], component: lazyScreen(() => import('../areas/rates/RateDetail.tsx'), 'RateDetail') },
  { path: '/manage-rental-clubs', title: 'Rental Clubs', letter: 'e', words: 'hire sets', menu: { group: 'Catalog', label: 'Rental Clubs', icon: 'club' }, links: [NEW_RENTAL_CLUB], component: lazyPlainScreen(() => import('../areas/rental-clubs/RentalClubList.tsx'), 'RentalClubList') },
  { path: '/rental-club/new', title: 'New Rental Club', component: lazyScreen(() => import('../areas/rental-clubs/RentalClubDetail.tsx'), 'RentalClubDetail') },
  { path: '/rental-club/new/$course_id', title: 'New Rental Club', component: lazyScreen(() => import('../areas/rental-clubs/RentalClubDetail.tsx'), 'RentalClubDetail') },
  { path: '/rental-club/$id', title: 'Rental Club', component: lazyScreen(() => import('../areas/rental-clubs/RentalClubDetail.tsx'), 'RentalClubDetail') },
  { path: '/manage-images', title: 'Images', letter: 'i', words: 'pictures photos', menu: { group: 'Catalog', label: 'Images', icon: 'image' }, component: lazyPlainScreen(() => import('../areas/images/ImageList.tsx'), 'ImageList') },
  { path: '/image/new', title: 'New Image', admin: true, component: lazyScreen(() => import('../areas/images/ImageDetail.tsx'), 'ImageDetail') },
  { path: '/image/new/$course_id', title: 'New Image', admin: true, component: lazyScreen(() => import('../areas/images/ImageDetail.tsx'), 'ImageDetail') },
  { path: '/image/$id', title: 'Image', component: lazyScreen(() => import('../areas/images/ImageDetail.tsx'), 'ImageDetail') },
  { path: '/manage-holidays', title: 'Holidays', letter: 'y', menu: { group: 'Catalog', label: 'Holidays', icon: 'sun' }, links: [NEW_HOLIDAY], component: lazyPlainScreen(() => import('../areas/holidays/HolidayList.tsx'), 'HolidayList') },
  { path: '/holiday/new', title: 'New Holiday', component: lazyScreen(() => import('../areas/holidays/HolidayDetail.tsx'), 'HolidayDetail') },
  { path: '/holiday/new/$course_id', title: 'New Holiday', component: lazyScreen(() => import('../areas/holidays/HolidayDetail.tsx'), 'HolidayDetail') },
  { path: '/holiday/$id', title: 'Holiday', component: lazyScreen(() => import('../areas/holidays/HolidayDetail.tsx'), 'HolidayDetail') },
  { path: '/manage-maintenances', title: 'Maintenances', letter: 'm', words: 'aeration closed', menu: { group: 'Catalog', label: 'Maintenances', icon: 'wrench' }, links: [NEW_MAINTENANCE], component: lazyPlainScreen(() => import('../areas/maintenances/MaintenanceList.tsx'), 'MaintenanceList') },
  { path: '/maintenance/new', title: 'New Maintenance', component: lazyScreen(() => import('../areas/maintenances/MaintenanceDetail.tsx'), 'MaintenanceDetail') },
  { path: '/maintenance/new/$course_id', title: 'New Maintenance', component: lazyScreen(() => import('../areas/maintenances/MaintenanceDetail.tsx'), 'MaintenanceDetail') },
  { path: '/maintenance/$id', title: 'Maintenance', component: lazyScreen(() => import('../areas/maintenances/MaintenanceDetail.tsx'), 'MaintenanceDetail') },

  // Screens for customers
  { path: '/manage-customers', title: 'Customers', letter: 'c', words: 'people callers golfers players', menu: { group: 'Customers', label: 'Customers', icon: 'person' }, links: [NEW_CUSTOMER], component: lazyPlainScreen(() => import('../areas/customers/CustomerList.tsx'), 'CustomerList') },
  { path: '/manage-customer/$id', title: 'Customer', links: [NEW_CUSTOMER], component: lazyScreen(() => import('../areas/customer-hub/CustomerScreen.tsx'), 'CustomerScreen') },
  { path: '/manage-gift-certificates', title: 'Gift Certificates', letter: 'g', words: 'gcs cards vouchers balance', menu: { group: 'Customers', label: 'Gift Certificates', icon: 'gift' }, links: [NEW_CERTIFICATE, SALES_CONFIGURATION], component: lazyPlainScreen(() => import('../areas/gift-certificates/GiftCertificateList.tsx'), 'GiftCertificateList') },
  { path: '/manage-gift-certificate/$id', title: 'Gift Certificate', component: lazyScreen(() => import('../areas/gift-certificates/GiftCertificateDetail.tsx'), 'GiftCertificateDetail') },
  { path: '/gift-certificate-sales', title: 'Sales Configuration', links: [SALES_CONFIGURATION], component: lazyScreen(() => import('../areas/gift-certificates/sales/SalesConfiguration.tsx'), 'SalesConfiguration') },
  { path: '/manage-discounts', title: 'Discounts', letter: 'd', words: 'coupons promotions codes', admin: true, menu: { group: 'Customers', label: 'Discounts', icon: 'percent' }, links: [NEW_DISCOUNT], component: lazyPlainScreen(() => import('../areas/discounts/DiscountList.tsx'), 'DiscountList') },
  { path: '/manage-discount/$id', title: 'Discount', admin: true, links: [NEW_DISCOUNT], component: lazyScreen(() => import('../areas/discounts/DiscountDetail.tsx'), 'DiscountDetail') },

  // Screens for the office
  { path: '/reports', title: 'Reports', letter: 'v', words: 'spreadsheets excel', menu: { group: 'Office', label: 'Reports', icon: 'chart' }, component: lazyScreen(reportScreens, 'ReportsScreen') },
  { path: '/reports/rate-sheet', title: 'Rate Sheet', words: '', component: lazyScreen(reportScreens, 'RateSheet') },
  { path: '/reports/old-rate-sheet', title: 'Old Rate Sheet', words: '', component: lazyScreen(reportScreens, 'OldRateSheet') },
  { path: '/reports/commission', title: 'Commission Report', words: '', component: lazyScreen(reportScreens, 'CommissionReport') },
  { path: '/reports/gift-certificate', title: 'Gift Certificates Report', words: '', admin: true, component: lazyScreen(reportScreens, 'GiftCertificateReport') },
  { path: '/reports/tee_time', title: 'Tee Time / Customer Report', words: '', admin: true, component: lazyScreen(reportScreens, 'TeeTimeReport') },
  { path: '/reports/ap_monthly', title: 'Accounts Payable Monthly', words: 'ap pay', admin: true, component: lazyScreen(reportScreens, 'AccountsPayable') },
  { path: '/reports/sales_report', title: 'Sales Report', words: '', admin: true, component: lazyScreen(reportScreens, 'SalesReport') },
  { path: '/reports/new_sales_report', title: 'Sales Report 2', words: '', admin: true, component: lazyScreen(reportScreens, 'SalesReport2') },
  { path: '/reports/revenue-comparison', title: 'Revenue Comparison', words: '', admin: true, component: lazyScreen(reportScreens, 'RevenueComparison') },
  { path: '/reports/weekly', title: 'Weekly Report', words: '', admin: true, component: lazyScreen(reportScreens, 'WeeklyReport') },
  { path: '/reports/maintenance', title: 'Maintenance Report', words: '', admin: true, component: lazyScreen(reportScreens, 'MaintenanceReport') },
  { path: '/helpful-links', title: 'Helpful Links', letter: 'f', menu: { group: 'Office', label: 'Helpful Links', icon: 'link' }, links: [NEW_LINK], component: lazyPlainScreen(() => import('../areas/helpful-links/HelpfulLinkList.tsx'), 'HelpfulLinkList') },
  { path: '/helpful-link/$id', title: 'Helpful Link', component: lazyScreen(() => import('../areas/helpful-links/HelpfulLinkDetail.tsx'), 'HelpfulLinkDetail') },
  { path: '/ric-users', title: 'RIC Users', letter: 'u', words: 'staff agents', admin: true, menu: { group: 'Office', label: 'RIC Users', icon: 'people' }, links: [NEW_USER], component: lazyPlainScreen(() => import('../areas/staff-users/StaffUserList.tsx'), 'StaffUserList') },
  { path: '/ric-user/$id', title: 'RIC User', admin: true, component: lazyScreen(() => import('../areas/staff-users/StaffUserDetail.tsx'), 'StaffUserDetail') },
  { path: '/manage-partners', title: 'Partners', admin: true, menu: { group: 'Office', label: 'Partners', icon: 'partner' }, links: [NEW_PARTNER], component: lazyPlainScreen(() => import('../areas/partners/PartnerList.tsx'), 'PartnerList') },
  { path: '/partner/$id', title: 'Partner', admin: true, component: lazyScreen(() => import('../areas/partners/PartnerDetail.tsx'), 'PartnerDetail') },
  { path: '/webhooks', title: 'Webhooks', admin: true, menu: { group: 'Office', label: 'Webhooks', icon: 'webhook' }, component: lazyPlainScreen(() => import('../areas/webhooks/deliveries/DeliveryList.tsx'), 'DeliveryList') },
  { path: '/webhook/$id', title: 'Webhook', admin: true, component: lazyScreen(() => import('../areas/webhooks/deliveries/DeliveryScreen.tsx'), 'DeliveryScreen') },
  { path: '/email-templates', title: 'Email Templates', words: 'letters receipts texts', admin: true, menu: { group: 'Office', label: 'Email Templates', icon: 'mail' }, component: lazyScreen(() => import('../areas/template-editor/TemplateEditor.tsx'), 'TemplateEditor') },
  { path: '/ric-messages', title: 'RIC Messages', words: 'staff strip', admin: true, menu: { group: 'Office', label: 'RIC Messages', icon: 'speech' }, component: lazyScreen(() => import('../areas/staff-message/StaffMessageEditor.tsx'), 'StaffMessageEditor') },
  { path: '/mailbox', title: 'Mailbox', letter: 'x', words: 'letters outbox sent emails', admin: true, menu: { group: 'Office', label: 'Mailbox', icon: 'inbox' }, component: lazyScreen(() => import('../areas/outbox/Mailbox.tsx'), 'Mailbox') },
  { path: '/mailbox/$id', title: 'E-mail', admin: true, component: lazyScreen(() => import('../areas/outbox/Mailbox.tsx'), 'EmailScreen') },
  { path: '/imports', title: 'Import', admin: true, menu: { group: 'Office', label: 'Import', icon: 'source' }, component: lazyPlainScreen(() => import('../areas/importing/screen/ImportList.tsx'), 'ImportList') },
  { path: '/import/new', title: 'Import a File', admin: true, component: lazyScreen(() => import('../areas/importing/screen/ImportScreen.tsx'), 'ImportScreen') },
  { path: '/import/$id', title: 'Import', admin: true, component: lazyScreen(() => import('../areas/importing/screen/ImportScreen.tsx'), 'ImportScreen') },
  { path: '/audit', title: 'Audit', admin: true, menu: { group: 'Office', label: 'Audit', icon: 'page' }, component: lazyScreen(() => import('../areas/audit-trail/AuditTrail.tsx'), 'AuditTrail') },
  { path: '/api-document', title: 'API Document', words: 'calls developers', menu: { group: 'Office', label: 'API Document', icon: 'code' }, component: lazyScreen(() => import('../areas/api-document/ApiDocument.tsx'), 'ApiDocument') },
  { path: '/password', title: 'Choose a password', words: 'change second factor', menu: { group: 'Office', label: 'My Password', icon: 'key' }, component: lazyScreen(() => import('../areas/session/passwords/ChoosePassword.tsx'), 'ChoosePassword') },
];
