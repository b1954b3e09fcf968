import { foreUpAvailability } from '../areas/availability/open-times.contract.ts';
import { lostLeads } from '../areas/wait-list/leads/lost-leads.contract.ts';
import { auditTrail } from '../areas/audit-trail/audit-trail.contract.ts';
import { courseGroups } from '../areas/course-groups/course-groups.contract.ts';
import { courses } from '../areas/courses/courses.contract.ts';
import { customers } from '../areas/customers/customers.contract.ts';
import { discounts } from '../areas/discounts/discounts.contract.ts';
import { giftCertificates } from '../areas/gift-certificates/gift-certificates.contract.ts';
import { helpfulLinks } from '../areas/helpful-links/helpful-links.contract.ts';
import { holidays } from '../areas/holidays/holidays.contract.ts';
import { images } from '../areas/images/images.contract.ts';
import { imports } from '../areas/importing/files/imports.contract.ts';
import { installation } from '../areas/installation/installation.contract.ts';
import { maintenances } from '../areas/maintenances/maintenances.contract.ts';
import { outbox } from '../areas/outbox/outbox.contract.ts';
import { partners } from '../areas/partners/partners.contract.ts';
import { rates } from '../areas/rates/rates.contract.ts';
import { rentalClubs } from '../areas/rental-clubs/rental-clubs.contract.ts';
import { staffMessage } from '../areas/staff-message/staff-message.contract.ts';
import { staffUsers } from '../areas/staff-users/staff-users.contract.ts';
import { teeTimes } from '../areas/tee-times/tee-times.contract.ts';
import { webhooks } from '../areas/webhooks/deliveries/deliveries.contract.ts';
import type { HttpCall, ListCall } from '../contract/call.ts';
import { savedViews } from '../contract/saved-views/saved-views.ts';
import type { EarlyCall, EarlyRequests } from '../web/opening/opening.ts';

/** The index and count calls of the lists that are screens, by the screen's address. */
export const SCREEN_LISTS: Record<string, { index: ListCall; count: HttpCall }> = {
  '/manage-tee-times': teeTimes,
  '/tee-time-availability': foreUpAvailability,
  '/lost-leads': lostLeads,
  '/manage-courses': courses,
  '/manage-course-groups': courseGroups,
  '/manage-course_groups': courseGroups,
  '/manage-rates': rates,
  '/manage-rental-clubs': rentalClubs,
  '/manage-images': images,
  '/manage-holidays': holidays,
  '/manage-maintenances': maintenances,
  '/manage-customers': customers,
  '/manage-gift-certificates': giftCertificates,
  '/manage-discounts': discounts,
  '/helpful-links': helpfulLinks,
  '/ric-users': staffUsers,
  '/manage-partners': partners,
  '/webhooks': webhooks,
  '/mailbox': outbox,
  '/imports': imports,
  '/audit': auditTrail,
};

const asking = ({ path, access }: HttpCall): EarlyCall => ({ path, access });

/** The requests that the page's first script sends (src/web/opening); the build derives them from the contracts. */
export const openings: EarlyRequests = {
  views: asking(savedViews.index),
  shell: [installation.settings, staffMessage.get].map(asking),
  lists: Object.fromEntries(
    Object.entries(SCREEN_LISTS).map(([path, { index, count }]) => [
      path,
      { index: asking(index), count: asking(count), opens: index.list.opens ?? {} },
    ]),
  ),
};
