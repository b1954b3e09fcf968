export type LaterScreen = { path: string; title: string; sentence: string; admin?: true };

/** The screens of later work, each with one sentence on what will be there. */
// prettier-ignore
export const LATER: LaterScreen[] = [
  { path: '/tee-time-availability', title: 'Availability', sentence: 'The open tee times gathered from the course systems, each a click from the booking engine.' },
  { path: '/wait-list-queue', title: 'Wait List', sentence: 'The open times that customers wait for, in the order in which they asked.' },
  { path: '/availability_queue', title: 'Availability Queue', sentence: 'The same table as the wait-list queue.' },
  { path: '/queue-management', title: 'Queue Management', sentence: 'The customers who wait for one open time, with Book and Close Queue.' },
  { path: '/lost-leads', title: 'Lost Leads', sentence: 'Searches that customers left on the public site without booking, with what is open for them now.' },
  { path: '/reports', title: 'Reports', sentence: 'The spreadsheets: rate sheets and commission for everybody, sales and accounts for admins.' },
  { path: '/reports/commission', title: 'Commission Report', sentence: 'Commission per booking and per agent in a date range.' },
  { path: '/reports/gift-certificate', title: 'Gift Certificates Report', sentence: 'Gift certificates sold, redeemed and outstanding.', admin: true },
  { path: '/reports/tee_time', title: 'Tee Time / Customer Report', sentence: 'Tee times with their customers, by the day created or played.', admin: true },
  { path: '/reports/ap_monthly', title: 'Accounts Payable Monthly', sentence: 'What the operation owes each course.', admin: true },
  { path: '/reports/sales_report', title: 'Sales Report', sentence: 'A month of sales, a row per day.', admin: true },
  { path: '/reports/new_sales_report', title: 'Sales Report 2', sentence: 'Sales per course and agent in a date range.', admin: true },
  { path: '/reports/revenue-comparison', title: 'Revenue Comparison', sentence: 'Two periods beside each other, per course.', admin: true },
  { path: '/reports/weekly', title: 'Weekly Report', sentence: 'Bookings per week and course, Monday to Sunday.', admin: true },
  { path: '/email-templates', title: 'Email Templates', sentence: 'The texts of receipts, vouchers and cancellations.', admin: true },
  { path: '/ric-messages', title: 'RIC Messages', sentence: 'The staff message that stands on every screen.', admin: true },
];
