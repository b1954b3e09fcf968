import { apiDocument } from '../areas/api-document/api-document.contract.ts';
import { apiDocumentHandlers } from '../areas/api-document/api-document.handlers.ts';
import { withAuditing } from '../areas/audit/audited.steps.ts';
import { auditExport } from '../areas/audit/exported.queries.ts';
import { foreUpAvailability } from '../areas/availability/open-times.contract.ts';
import { foreUpAvailabilityHandlers } from '../areas/availability/open-times.handlers.ts';
import { booking } from '../areas/booking/booking.contract.ts';
import { bookingHandlers } from '../areas/booking/booking.handlers.ts';
import { counts } from '../areas/counts/counts.contract.ts';
import { countHandlers } from '../areas/counts/counts.handlers.ts';
import { countries } from '../areas/countries/countries.contract.ts';
import { countryHandlers } from '../areas/countries/countries.handlers.ts';
import { courseChoice } from '../areas/course-choice/course-choice.contract.ts';
import { courseChoiceHandlers } from '../areas/course-choice/course-choice.handlers.ts';
import { courseGroups } from '../areas/course-groups/course-groups.contract.ts';
import { courseGroupHandlers } from '../areas/course-groups/course-groups.handlers.ts';
import { courses } from '../areas/courses/courses.contract.ts';
import { courseHandlers } from '../areas/courses/courses.handlers.ts';
import { customerHub } from '../areas/customer-hub/customer-hub.contract.ts';
import { customerHubHandlers } from '../areas/customer-hub/customer-hub.handlers.ts';
import { customers } from '../areas/customers/customers.contract.ts';
import { customerHandlers } from '../areas/customers/customers.handlers.ts';
import { customerErasing } from '../areas/customers/erasing/erasing.contract.ts';
import { customerErasingHandlers } from '../areas/customers/erasing/erasing.handlers.ts';
import { customerMerges } from '../areas/customers/merging/merging.contract.ts';
import { customerMergeHandlers } from '../areas/customers/merging/merging.handlers.ts';
import { deals } from '../areas/deals/deals.contract.ts';
import { dealHandlers } from '../areas/deals/deals.handlers.ts';
import { discounts } from '../areas/discounts/discounts.contract.ts';
import { discountHandlers } from '../areas/discounts/discounts.handlers.ts';
import { sources } from '../areas/scraping/sources/sources.contract.ts';
import { sourceHandlers } from '../areas/scraping/sources/sources.handlers.ts';
import { giftCertificates } from '../areas/gift-certificates/gift-certificates.contract.ts';
import { giftCertificateHandlers } from '../areas/gift-certificates/gift-certificates.handlers.ts';
import { certificateSales } from '../areas/gift-certificates/selling/selling.contract.ts';
import { certificateSaleHandlers } from '../areas/gift-certificates/selling/selling.handlers.ts';
import { certificateSummaries } from '../areas/gift-certificates/summary/summary.contract.ts';
import { certificateSummaryHandlers } from '../areas/gift-certificates/summary/summary.handlers.ts';
import { health } from '../areas/health/health.contract.ts';
import { healthHandlers } from '../areas/health/health.handlers.ts';
import { helpfulLinks } from '../areas/helpful-links/helpful-links.contract.ts';
import { helpfulLinkHandlers } from '../areas/helpful-links/helpful-links.handlers.ts';
import { historyHandlers } from '../areas/histories/histories.handlers.ts';
import { holidays } from '../areas/holidays/holidays.contract.ts';
import { holidayHandlers } from '../areas/holidays/holidays.handlers.ts';
import { home } from '../areas/home/home.contract.ts';
import { homeHandlers } from '../areas/home/home.handlers.ts';
import { images } from '../areas/images/images.contract.ts';
import { imageHandlers } from '../areas/images/images.handlers.ts';
import { imports } from '../areas/importing/files/imports.contract.ts';
import { importHandlers } from '../areas/importing/files/imports.handlers.ts';
import { installation } from '../areas/installation/installation.contract.ts';
import { installationHandlers } from '../areas/installation/installation.handlers.ts';
import { lastChangeHandlers } from '../areas/last-changes/last-changes.handlers.ts';
import { lostLeads } from '../areas/wait-list/leads/lost-leads.contract.ts';
import { lostLeadHandlers } from '../areas/wait-list/leads/lost-leads.handlers.ts';
import { maintenances } from '../areas/maintenances/maintenances.contract.ts';
import { maintenanceHandlers } from '../areas/maintenances/maintenances.handlers.ts';
import { notices } from '../areas/notices/notices.contract.ts';
import { noticeHandlers } from '../areas/notices/notices.handlers.ts';
import { withCreateOnce } from '../areas/operations/created-once.steps.ts';
import { operations } from '../areas/operations/operations.contract.ts';
import { operationHandlers } from '../areas/operations/operations.handlers.ts';
import { outbox } from '../areas/outbox/outbox.contract.ts';
import { outboxHandlers } from '../areas/outbox/outbox.handlers.ts';
import { partnerKeys } from '../areas/partners/keys/keys.contract.ts';
import { partnerKeyHandlers } from '../areas/partners/keys/keys.handlers.ts';
import { partners } from '../areas/partners/partners.contract.ts';
import { partnerHandlers } from '../areas/partners/partners.handlers.ts';
import { payments } from '../areas/payments/payments.contract.ts';
import { paymentHandlers } from '../areas/payments/payments.handlers.ts';
import { partnerDocument, partnerInterface } from '../areas/partner-interface/partner-interface.contract.ts';
import { partnerInterfaceHandlers } from '../areas/partner-interface/partner-interface.handlers.ts';
import {
  partnerDocumentHandlers,
  servePartnerPage,
} from '../areas/partner-interface/document/document.handlers.ts';
import { rateDateRanges } from '../areas/rates/ranges/rate-date-ranges.contract.ts';
import { rateDateRangeHandlers } from '../areas/rates/ranges/rate-date-ranges.handlers.ts';
import { rates } from '../areas/rates/rates.contract.ts';
import { rateHandlers } from '../areas/rates/rates.handlers.ts';
import { refundRequests } from '../areas/tee-times/approving/refund-requests.contract.ts';
import { refundRequestHandlers } from '../areas/tee-times/approving/refund-requests.handlers.ts';
import { rentalClubs } from '../areas/rental-clubs/rental-clubs.contract.ts';
import { rentalClubHandlers } from '../areas/rental-clubs/rental-clubs.handlers.ts';
import { reportFiles, reports, reportTables } from '../areas/reports/reports.contract.ts';
import { serveReportFiles } from '../areas/reports/report-files.handlers.ts';
import { reportHandlers, reportTableHandlers } from '../areas/reports/reports.handlers.ts';
import { reportSchedules } from '../areas/report-schedules/report-schedules.contract.ts';
import { reportScheduleHandlers } from '../areas/report-schedules/report-schedules.handlers.ts';
import { roundChanges } from '../areas/tee-times/repricing/round-changes.contract.ts';
import { roundChangeHandlers } from '../areas/tee-times/repricing/round-changes.handlers.ts';
import { savedViewHandlers } from '../areas/saved-views/saved-views.handlers.ts';
import { search } from '../areas/search/search.contract.ts';
import { searchHandlers } from '../areas/search/search.handlers.ts';
import { secondFactor } from '../areas/session/second-factor/second-factor.contract.ts';
import { secondFactorHandlers } from '../areas/session/second-factor/second-factor.handlers.ts';
import { session } from '../areas/session/session.contract.ts';
import { sessionHandlers } from '../areas/session/session.handlers.ts';
import { staffMessage } from '../areas/staff-message/staff-message.contract.ts';
import { staffMessageHandlers } from '../areas/staff-message/staff-message.handlers.ts';
import { staffUsers } from '../areas/staff-users/staff-users.contract.ts';
import { staffUserHandlers } from '../areas/staff-users/staff-users.handlers.ts';
import { teeTimes } from '../areas/tee-times/tee-times.contract.ts';
import { teeTimeHandlers } from '../areas/tee-times/tee-times.handlers.ts';
import { teeTimeSummaries } from '../areas/tee-times/summary/summary.contract.ts';
import { teeTimeSummaryHandlers } from '../areas/tee-times/summary/summary.handlers.ts';
import { templates } from '../areas/template-editor/template-editor.contract.ts';
import { templateHandlers } from '../areas/template-editor/template-editor.handlers.ts';
import { ledgerEntries } from '../areas/transactions/ledger-entries/ledger-entries.contract.ts';
import { ledgerEntryHandlers } from '../areas/transactions/ledger-entries/ledger-entries.handlers.ts';
import { transactions } from '../areas/transactions/transactions.contract.ts';
import { transactionHandlers } from '../areas/transactions/transactions.handlers.ts';
import { stillOpen } from '../areas/scraping/still-open/still-open.contract.ts';
import { stillOpenHandlers } from '../areas/scraping/still-open/still-open.handlers.ts';
import { waitList } from '../areas/wait-list/wait-list.contract.ts';
import { waitListHandlers } from '../areas/wait-list/wait-list.handlers.ts';
import { claims } from '../areas/claims/claims.contract.ts';
import { claimHandlers } from '../areas/claims/claims.handlers.ts';
import { auditTrail } from '../areas/audit-trail/audit-trail.contract.ts';
import { auditTrailHandlers } from '../areas/audit-trail/audit-trail.handlers.ts';
import { webhooks } from '../areas/webhooks/deliveries/deliveries.contract.ts';
import { webhookHandlers } from '../areas/webhooks/deliveries/deliveries.handlers.ts';
import { webhookEndpoints } from '../areas/webhooks/endpoints/endpoints.contract.ts';
import { webhookEndpointHandlers } from '../areas/webhooks/endpoints/endpoints.handlers.ts';
import { history } from '../contract/history/history.ts';
import { lastChanges } from '../contract/last-change/last-change.ts';
import { live } from '../contract/live/live.ts';
import { savedViews as views } from '../contract/saved-views/saved-views.ts';
import type { FastifyInstance } from 'fastify';
import type { HttpCall } from '../contract/call.ts';
import type { AppContext } from '../server/process/context.ts';
import { registerCalls, type CallHandlers } from '../server/http/serve.ts';
import { exportHandlers, exportableLists } from '../server/lists/exports.ts';
import { serveLiveStream } from '../server/live/serve-live.ts';

type Calls = Record<string, HttpCall>;

/** Combines an area's calls with their handlers, so that saves write audit entries and creating calls are idempotent. */
const area = <C extends Calls>(calls: C, handlers: CallHandlers<C>) => ({
  calls,
  lists: exportableLists(calls, handlers),
  serve: (server: FastifyInstance, app: AppContext): void =>
    registerCalls(server, app, calls, withCreateOnce(calls, withAuditing(calls, handlers))),
});

/** The registry of areas: every call that the server answers belongs to one of these areas. */
const AREAS = {
  booking: area(booking, bookingHandlers),
  certificateSales: area(certificateSales, certificateSaleHandlers),
  certificateSummaries: area(certificateSummaries, certificateSummaryHandlers),
  countries: area(countries, countryHandlers),
  counts: area(counts, countHandlers),
  courseChoice: area(courseChoice, courseChoiceHandlers),
  courseGroups: area(courseGroups, courseGroupHandlers),
  courses: area(courses, courseHandlers),
  customerHub: area(customerHub, customerHubHandlers),
  customerForgetting: area(customerErasing, customerErasingHandlers),
  customerMerges: area(customerMerges, customerMergeHandlers),
  customers: area(customers, customerHandlers),
  deals: area(deals, dealHandlers),
  discounts: area(discounts, discountHandlers),
  foreUpAvailability: area(foreUpAvailability, foreUpAvailabilityHandlers),
  giftCertificates: area(giftCertificates, giftCertificateHandlers),
  health: area(health, healthHandlers),
  helpfulLinks: area(helpfulLinks, helpfulLinkHandlers),
  history: area(history, historyHandlers),
  holidays: area(holidays, holidayHandlers),
  home: area(home, homeHandlers),
  images: area(images, imageHandlers),
  imports: area(imports, importHandlers),
  installation: area(installation, installationHandlers),
  lastChanges: area(lastChanges, lastChangeHandlers),
  lostLeads: area(lostLeads, lostLeadHandlers),
  maintenances: area(maintenances, maintenanceHandlers),
  notices: area(notices, noticeHandlers),
  operations: area(operations, operationHandlers),
  outbox: area(outbox, outboxHandlers),
  partnerKeys: area(partnerKeys, partnerKeyHandlers),
  partners: area(partners, partnerHandlers),
  payments: area(payments, paymentHandlers),
  rateDateRanges: area(rateDateRanges, rateDateRangeHandlers),
  rates: area(rates, rateHandlers),
  refundRequests: area(refundRequests, refundRequestHandlers),
  roundChanges: area(roundChanges, roundChangeHandlers),
  rentalClubs: area(rentalClubs, rentalClubHandlers),
  reportSchedules: area(reportSchedules, reportScheduleHandlers),
  reports: area(reports, reportHandlers),
  reportTables: area(reportTables, reportTableHandlers),
  search: area(search, searchHandlers),
  secondFactor: area(secondFactor, secondFactorHandlers),
  session: area(session, sessionHandlers),
  sources: area(sources, sourceHandlers),
  staffMessage: area(staffMessage, staffMessageHandlers),
  staffUsers: area(staffUsers, staffUserHandlers),
  stillOpen: area(stillOpen, stillOpenHandlers),
  teeTimeSummaries: area(teeTimeSummaries, teeTimeSummaryHandlers),
  teeTimes: area(teeTimes, teeTimeHandlers),
  templates: area(templates, templateHandlers),
  transactions: area(transactions, transactionHandlers),
  moves: area(ledgerEntries, ledgerEntryHandlers),
  turns: area(claims, claimHandlers),
  waitList: area(waitList, waitListHandlers),
  auditTrail: area(auditTrail, auditTrailHandlers),
  webhookEndpoints: area(webhookEndpoints, webhookEndpointHandlers),
  webhooks: area(webhooks, webhookHandlers),
};

type CallsOf<Areas extends Record<string, { calls: Calls }>> = {
  [Area in keyof Areas]: Areas[Area]['calls'];
};
const callsOf = <Areas extends Record<string, { calls: Calls }>>(areas: Areas) =>
  // The type keeps each area's name with its calls, which Object.fromEntries cannot express.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  Object.fromEntries(Object.entries(areas).map(([name, { calls }]) => [name, calls])) as CallsOf<Areas>;

const LISTS = Object.values(AREAS).flatMap(({ lists }) => lists);
/** The calls that export each list as a workbook. */
const exports = exportHandlers(LISTS, auditExport);
/** The calls for the saved views of every list. */
const savedViews = area(views, savedViewHandlers(LISTS));

/** The calls of every area, for the conformance tests and the generated documents. */
export const contractOfAllAreas = {
  ...callsOf(AREAS),
  reportFiles,
  apiDocument,
  live,
  exports: exports.calls,
  savedViews: views,
};

/** Registers the calls of every area on the HTTP server. */
export function registerAreaCalls(server: FastifyInstance, app: AppContext): void {
  for (const { serve } of Object.values(AREAS)) serve(server, app);
  serveReportFiles(server, app);
  registerCalls(server, app, exports.calls, exports.handlers);
  savedViews.serve(server, app);
  serveLiveStream(server, app);
  registerCalls(server, app, partnerInterface, partnerInterfaceHandlers);
  registerCalls(server, app, partnerDocument, partnerDocumentHandlers);
  servePartnerPage(server);
  // The API document describes all calls, including the call that returns the document.
  registerCalls(server, app, apiDocument, apiDocumentHandlers(contractOfAllAreas));
}
