import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useBusinessSettings } from '../../web/business/business.ts';
import { ButtonLink } from '../../web/components/Button.tsx';
import { useSession } from '../../web/sending/session.ts';
import { AdminsOnlyNotice } from '../../web/shell/pages/AdminsOnlyNotice.tsx';
import { PageHead } from '../../web/shell/pages/PageHead.tsx';
import { Leaderboard } from './board/Leaderboard.tsx';
import { CertificateCard } from './cards/CertificateCard.tsx';
import { TeeTimeCard } from './cards/TeeTimeCard.tsx';
import { DayChoice } from './day/DayChoice.tsx';
import { WaitingRefunds } from '../tee-times/approving/screens/WaitingRefunds.tsx';
import './home.css';
import { HomeMenu } from './HomeMenu.tsx';
import { Notices } from './Notices.tsx';
import { HomeTasks } from './HomeTasks.tsx';
import { useChosenDay } from './day/useChosenDay.ts';

const TAGLINE = 'Integrity, Service, Teamwork, Excellence, Fun';

/** Shows the home screen: problems that need attention, the figures of the day and the month, and links to all screens. */
export function Home() {
  const { firstName } = useSession();
  const { today } = useBusinessSettings();
  const chosen = useChosenDay(today);
  const { day } = chosen;
  const isKnown = useIsKnown();
  return (
    <section className="home">
      <PageHead
        title={firstName ? `Welcome to RIC, ${firstName}` : 'Welcome to RIC'}
        line={TAGLINE}
        actions={
          <>
            <DayChoice today={today} {...chosen} />
            <ButtonLink to="/ibe" look="go">
              Book a tee time
            </ButtonLink>
          </>
        }
      />
      <AdminsOnlyNotice />
      <HomeTasks />
      <WaitingRefunds />
      <Notices />
      <div className="home-below" data-waits={!isKnown || undefined}>
        <div className="summaries">
          <TeeTimeCard period={{ isMonthly: false, date: day }} today={today} />
          <TeeTimeCard period={{ isMonthly: true, date: day }} today={today} />
          <CertificateCard period={{ isMonthly: false, date: day }} today={today} />
          <CertificateCard period={{ isMonthly: true, date: day }} today={today} />
        </div>
        <Leaderboard date={day} today={today} />
        <HomeMenu />
      </div>
    </section>
  );
}

const ABOVE = [['to do'], ['refund requests'], ['notices']];

/**
 * Returns true once everything above the cards is loaded or has failed once, so that the cards do not move after they appear. The
 * cards wait three seconds at most (home.css).
 */
function useIsKnown(): boolean {
  const queries = useQueryClient();
  useIsFetching();
  return ABOVE.every((queryKey) => {
    const { status, errorUpdateCount } = queries.getQueryState(queryKey) ?? {};
    return status === 'success' || errorUpdateCount;
  });
}
