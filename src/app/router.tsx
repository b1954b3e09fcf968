import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  redirect,
  useMatches,
} from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { installation } from '../areas/installation/installation.contract.ts';
import { businessNow } from '../contract/dates.ts';
import { LinkDropDowns } from '../areas/helpful-links/LinkDropDowns.tsx';
import { search } from '../areas/search/search.contract.ts';
import { SessionEndWatch } from '../areas/session/idle/SessionEndWatch.tsx';
import { useAttentionCounts } from '../areas/counts/useAttentionCounts.ts';
import { useLiveClaims } from '../areas/claims/useLiveClaims.ts';
import { StaffMessageStrip } from '../areas/staff-message/StaffMessageStrip.tsx';
import { BusyNote } from '../web/busy/BusyNote.tsx';
import { QuestionDialogHost } from '../web/leaving/QuestionDialogHost.tsx';
import { DEFAULT_BUSINESS_SETTINGS, BusinessContext } from '../web/business/business.ts';
import { ScreenAnnouncer } from '../web/shell/pages/ScreenAnnouncer.tsx';
import { RecordNotFound, ScreenNotFound } from '../web/shell/pages/ScreenNotFound.tsx';
import { ScreenError } from '../web/shell/pages/ScreenError.tsx';
import { ScreenFrame, ScreenPlaceholder } from '../web/shell/ScreenFrame.tsx';
import { useLiveConnection } from '../web/live/live.ts';
import { defaultViewSearch } from '../web/lists/views/stored-default-views.ts';
import type { FindRecords } from '../web/search/records.ts';
import { callQuery, sendCall } from '../web/sending/send.ts';
import { useSession, useSignedIn } from '../web/sending/session.ts';
import { authHeader, isAdmin } from '../web/sending/stored.ts';
import { isImpossibleRecordId, usePathname } from '../web/navigation/params.ts';
import { useScreenTitle } from '../web/navigation/title.ts';
import { addressQueryCodec } from '../web/navigation/address-values.ts';
import { OpenTaskCountsContext, MenuContext, buildMenu } from '../web/navigation/menu.ts';
import { SCREENS } from './screens.tsx';

const findRecords: FindRecords = (q, signal) => sendCall(search.index, { query: { q } }, { signal });

const root = createRootRoute({
  component: Root,
  notFoundComponent: ScreenNotFound,
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

type Opened = { params: { id?: string }; location: { pathname: string; searchStr: string } };

const routes = SCREENS.map(({ path, title, admin, component, links }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component,
    staticData: { title, links: links ?? [] },
    beforeLoad: ({ params, location: { pathname, searchStr } }: Opened) => {
      if (admin) adminsOnly(title);
      const view = searchStr === '' && defaultViewSearch(pathname);
      if (view) throw redirect({ to: pathname, search: addressQueryCodec.parseSearch(view), replace: true });
      if (isImpossibleRecordId(params.id)) throw notFound();
    },
    notFoundComponent: () => <RecordNotFound noun={title} />,
  }),
);

/** The router of the web application: every screen with its address. */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  ...addressQueryCodec,
  defaultPreload: 'intent',
  defaultPendingComponent: ScreenPlaceholder,
  defaultErrorComponent: ScreenError,
  defaultRemountDeps: ({ routeId, params }: { routeId: string; params: object }) => [routeId, params],
  // An unknown address below a screen's address is not part of that screen.
  notFoundMode: 'root',
  scrollRestoration: true,
  scrollToTopSelectors: ['#screen'],
});

function Root() {
  useTitle();
  const pathname = usePathname();
  const signedIn = useSignedIn();
  return (
    <>
      <ScreenAnnouncer />
      {/^\/(login|logout|password)\/?$/.test(pathname) ? (
        <Outlet />
      ) : signedIn ? (
        <SignedIn />
      ) : (
        <ScreenPlaceholder />
      )}
      {signedIn && <SessionEndWatch />}
      <QuestionDialogHost key={pathname} />
      <BusyNote />
    </>
  );
}

function SignedIn() {
  const { name, admin } = useSession();
  const menu = useMemo(() => buildMenu(SCREENS, admin), [admin]);
  const settings = useQuery({
    queryKey: ['installation', name],
    ...callQuery(installation.settings, {}, { background: true }),
    refetchInterval: 600_000,
  });
  useLiveConnection();
  useLiveClaims();
  const counts = useAttentionCounts();
  const known = settings.data;
  // The settings stay the same object while their content is the same, because every row of a list reads them.
  const value = useMemo(
    () =>
      known
        ? { timeZone: known.business_time_zone, today: known.today, staging: known.staging }
        : DEFAULT_BUSINESS_SETTINGS,
    [known],
  );
  // Creating the time zone's formatter takes a moment, so it is created while the first rows are on their way.
  useEffect(() => void businessNow(new Date(), value.timeZone), [value.timeZone]);
  return (
    <BusinessContext value={value}>
      <MenuContext value={menu}>
        <OpenTaskCountsContext value={counts}>
          <ScreenFrame message={<StaffMessageStrip />} links={<LinkDropDowns />} findRecords={findRecords} />
        </OpenTaskCountsContext>
      </MenuContext>
    </BusinessContext>
  );
}

function useTitle(): void {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useScreenTitle(title ?? 'Not found');
}
