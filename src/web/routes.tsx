import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  useMatches,
  type RouteComponent,
} from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { desk } from '../areas/desk/desk.contract.ts';
import { businessNow } from '../contract/dates.ts';
import { LinkLists } from '../areas/helpful-links/LinkLists.tsx';
import { search } from '../areas/search/search.contract.ts';
import { StaffMessageStrip } from '../areas/staff-message/StaffMessageStrip.tsx';
import { CourseGroupList } from '../areas/course-groups/CourseGroupList.tsx';
import { CourseList } from '../areas/courses/CourseList.tsx';
import { CustomerList } from '../areas/customers/CustomerList.tsx';
import { DiscountList } from '../areas/discounts/DiscountList.tsx';
import { GiftCertificateList } from '../areas/gift-certificates/GiftCertificateList.tsx';
import { HelpfulLinkList } from '../areas/helpful-links/HelpfulLinkList.tsx';
import { HolidayList } from '../areas/holidays/HolidayList.tsx';
import { ImageList } from '../areas/images/ImageList.tsx';
import { MaintenanceList } from '../areas/maintenances/MaintenanceList.tsx';
import { RateList } from '../areas/rates/RateList.tsx';
import { RentalClubList } from '../areas/rental-clubs/RentalClubList.tsx';
import { StaffUserList } from '../areas/staff-users/StaffUserList.tsx';
import { TeeTimeList } from '../areas/tee-times/list/TeeTimeList.tsx';
import { AskHost } from './AskHost.tsx';
import { DESK_BEFORE_SETTINGS, DeskContext } from './desk.ts';
import { LATER } from './later.ts';
import { LaterPage } from './shell/LaterPage.tsx';
import { Arrival } from './shell/Arrival.tsx';
import { NoRecord, NotFound } from './shell/NotFound.tsx';
import { ScreenError } from './shell/ScreenError.tsx';
import { Shell, Waiting } from './shell/Shell.tsx';
import type { FindRecords } from './search/Palette.tsx';
import { send, unanswered } from './send.ts';
import { authHeader, isAdmin, useSession, useSignedIn } from './session.ts';
import { namesNoRecord, usePathname } from './params.ts';
import { useScreenTitle } from './title.ts';

/** A screen that is fetched when it is opened; without a network it says so, and is fetched when it is asked for again. */
const fetched = (fetchScreen: () => Promise<Record<string, RouteComponent>>, name: string) =>
  lazyRouteComponent(
    () =>
      fetchScreen().catch((error: unknown) => {
        throw navigator.onLine ? error : unanswered(error);
      }),
    name,
  );

type Screen = { path: string; title: string; admin?: true; component: RouteComponent };

// A list is a kilobyte of declarations and comes with the shell: its first query waits for no second script. Every
// other screen is fetched when it is opened.
// prettier-ignore
const SCREENS: Screen[] = [
  { path: '/',                      title: 'Home',     component: fetched(() => import('../areas/home/Home.tsx'), 'Home') },
  { path: '/home',                  title: 'Home',     component: fetched(() => import('../areas/home/Home.tsx'), 'Home') },
  { path: '/login',                 title: 'Sign in',  component: fetched(() => import('../areas/session/SignIn.tsx'), 'SignIn') },
  { path: '/logout',                title: 'Sign out', component: fetched(() => import('../areas/session/SignOut.tsx'), 'SignOut') },
  { path: '/ibe',                   title: 'Internal Booking Engine', component: fetched(() => import('../areas/booking/BookingEngine.tsx'), 'BookingEngine') },
  { path: '/manage-tee-times',      title: 'Tee Times', component: TeeTimeList },
  { path: '/manage-tee-time/$id',   title: 'Tee Time', component: fetched(() => import('../areas/tee-times/TeeTimeDetail.tsx'), 'TeeTimeDetail') },
  { path: '/api-document',          title: 'API Document', component: fetched(() => import('../areas/api-document/ApiDocument.tsx'), 'ApiDocument') },
  { path: '/mailbox',               title: 'Mailbox', admin: true, component: fetched(() => import('../areas/outbox/Mailbox.tsx'), 'Mailbox') },
  { path: '/mailbox/$id',           title: 'E-mail', admin: true, component: fetched(() => import('../areas/outbox/Mailbox.tsx'), 'Mail') },
  { path: '/manage-customers',      title: 'Customers', component: CustomerList },
  { path: '/manage-customer/$id',   title: 'Customer', component: fetched(() => import('../areas/customers/CustomerDetail.tsx'), 'CustomerDetail') },
  { path: '/manage-gift-certificates', title: 'Gift Certificates', component: GiftCertificateList },
  { path: '/manage-gift-certificate/$id', title: 'Gift Certificate', component: fetched(() => import('../areas/gift-certificates/GiftCertificateDetail.tsx'), 'GiftCertificateDetail') },
  { path: '/gift-certificate-sales', title: 'Sales Configuration', component: fetched(() => import('../areas/gift-certificates/sales/SalesConfiguration.tsx'), 'SalesConfiguration') },
  { path: '/manage-holidays',       title: 'Holidays', component: HolidayList },
  { path: '/holiday/new',           title: 'New Holiday', component: fetched(() => import('../areas/holidays/HolidayDetail.tsx'), 'HolidayDetail') },
  { path: '/holiday/new/$course_id', title: 'New Holiday', component: fetched(() => import('../areas/holidays/HolidayDetail.tsx'), 'HolidayDetail') },
  { path: '/holiday/$id',           title: 'Holiday',  component: fetched(() => import('../areas/holidays/HolidayDetail.tsx'), 'HolidayDetail') },
  { path: '/manage-rental-clubs', title: 'Rental Clubs', component: RentalClubList },
  { path: '/rental-club/new', title: 'New Rental Club', component: fetched(() => import('../areas/rental-clubs/RentalClubDetail.tsx'), 'RentalClubDetail') },
  { path: '/rental-club/new/$course_id', title: 'New Rental Club', component: fetched(() => import('../areas/rental-clubs/RentalClubDetail.tsx'), 'RentalClubDetail') },
  { path: '/rental-club/$id', title: 'Rental Club', component: fetched(() => import('../areas/rental-clubs/RentalClubDetail.tsx'), 'RentalClubDetail') },
  { path: '/manage-maintenances', title: 'Maintenances', component: MaintenanceList },
  { path: '/maintenance/new', title: 'New Maintenance', component: fetched(() => import('../areas/maintenances/MaintenanceDetail.tsx'), 'MaintenanceDetail') },
  { path: '/maintenance/new/$course_id', title: 'New Maintenance', component: fetched(() => import('../areas/maintenances/MaintenanceDetail.tsx'), 'MaintenanceDetail') },
  { path: '/maintenance/$id', title: 'Maintenance', component: fetched(() => import('../areas/maintenances/MaintenanceDetail.tsx'), 'MaintenanceDetail') },
  { path: '/manage-discounts', title: 'Discounts', admin: true, component: DiscountList },
  { path: '/manage-discount/$id', title: 'Discount', admin: true, component: fetched(() => import('../areas/discounts/DiscountDetail.tsx'), 'DiscountDetail') },
  { path: '/manage-courses', title: 'Golf Courses', component: CourseList },
  { path: '/course/new', title: 'New Course', component: fetched(() => import('../areas/courses/CourseDetail.tsx'), 'CourseDetail') },
  { path: '/manage-course/$id', title: 'Golf Course', component: fetched(() => import('../areas/courses/CourseDetail.tsx'), 'CourseDetail') },
  { path: '/manage-course-groups', title: 'Course Groups', component: CourseGroupList },
  { path: '/manage-course_groups', title: 'Course Groups', component: CourseGroupList },
  { path: '/course-group/new', title: 'New Course Group', component: fetched(() => import('../areas/course-groups/CourseGroupDetail.tsx'), 'CourseGroupDetail') },
  { path: '/manage-course-group/$id', title: 'Course Group', component: fetched(() => import('../areas/course-groups/CourseGroupDetail.tsx'), 'CourseGroupDetail') },
  { path: '/manage-rates', title: 'Rates', component: RateList },
  { path: '/manage-rate/$id', title: 'Rate', component: fetched(() => import('../areas/rates/RateDetail.tsx'), 'RateDetail') },
  { path: '/helpful-links', title: 'Helpful Links', component: HelpfulLinkList },
  { path: '/helpful-link/$id', title: 'Helpful Link', component: fetched(() => import('../areas/helpful-links/HelpfulLinkDetail.tsx'), 'HelpfulLinkDetail') },
  { path: '/ric-users', title: 'RIC Users', admin: true, component: StaffUserList },
  { path: '/ric-user/$id', title: 'RIC User', admin: true, component: fetched(() => import('../areas/staff-users/StaffUserDetail.tsx'), 'StaffUserDetail') },
  { path: '/manage-images', title: 'Images', component: ImageList },
  { path: '/image/new', title: 'New Image', admin: true, component: fetched(() => import('../areas/images/ImageDetail.tsx'), 'ImageDetail') },
  { path: '/image/new/$course_id', title: 'New Image', admin: true, component: fetched(() => import('../areas/images/ImageDetail.tsx'), 'ImageDetail') },
  { path: '/image/$id', title: 'Image', component: fetched(() => import('../areas/images/ImageDetail.tsx'), 'ImageDetail') },
];

const findRecords: FindRecords = (q, signal) => send(search.index, { query: { q } }, { signal });

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: ScreenError,
  beforeLoad: ({ location }) => {
    if (location.pathname.replace(/\/$/, '') !== '/login' && !authHeader()) {
      throw redirect({ to: '/login', search: { from: location.href } });
    }
  },
});

const adminsOnly = (title: string): void => {
  if (!isAdmin()) throw redirect({ to: '/home', state: { adminsOnly: title } });
};

const ofLaterWork: Screen[] = LATER.map((screen) => ({
  ...screen,
  component: () => <LaterPage title={screen.title} sentence={screen.sentence} />,
}));

const routes = [...SCREENS, ...ofLaterWork].map(({ path, title, admin, component }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    staticData: { title },
    beforeLoad: ({ params }: { params: { id?: string } }) => {
      if (admin) adminsOnly(title);
      if (namesNoRecord(params.id)) throw notFound();
    },
    notFoundComponent: () => <NoRecord noun={title} />,
  }),
);

/** Every screen of the product and the way between them. */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  defaultPendingComponent: Waiting,
  defaultErrorComponent: ScreenError,
  defaultRemountDeps: ({ routeId, params }: { routeId: string; params: object }) => [routeId, params],
  scrollRestoration: true,
  scrollToTopSelectors: ['#screen'],
});

function Root() {
  useTitle();
  const pathname = usePathname();
  const signedIn = useSignedIn();
  return (
    <>
      <Arrival />
      {/^\/(login|logout)\/?$/.test(pathname) ? <Outlet /> : signedIn && <SignedIn />}
      <AskHost />
    </>
  );
}

function SignedIn() {
  const { name } = useSession();
  const settings = useQuery({
    queryKey: ['desk', name],
    queryFn: () => send(desk.settings, {}, { background: true }),
    refetchInterval: 600_000,
  });
  const known = settings.data;
  // The same object as long as it says the same: every row of a list reads it.
  const value = useMemo(
    () =>
      known
        ? { timeZone: known.business_time_zone, today: known.today, staging: known.staging }
        : DESK_BEFORE_SETTINGS,
    [known],
  );
  // The zone's clock takes a moment to make: now, while the first rows are on their way, not when they have come.
  useEffect(() => void businessNow(new Date(), value.timeZone), [value.timeZone]);
  return (
    <DeskContext value={value}>
      <Shell message={<StaffMessageStrip />} links={<LinkLists />} findRecords={findRecords} />
    </DeskContext>
  );
}

function useTitle(): void {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useScreenTitle(title ?? 'Not found');
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
  }
  interface HistoryState {
    /** The title of a screen that an agent asked for and only admins may see. */
    adminsOnly?: string;
  }
}
