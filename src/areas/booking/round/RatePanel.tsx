import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { sendCall } from '../../../web/sending/send.ts';
import { booking, type BookingRate } from '../booking.contract.ts';
import { completeRound, type BookingForm } from '../form/form.rules.ts';
import { BookingPanel } from '../BookingPanel.tsx';
import { WhyThisRate } from './WhyThisRate.tsx';

/** Loads the rate for the typed tee time, once date, time, players and course are all set. */
export function useBookingRate(form: BookingForm) {
  const round = completeRound(form);
  return useQuery({
    queryKey: ['rate', round],
    queryFn: () =>
      sendCall(booking.rate, { body: { booking: { tee_time: round ?? { play_date: '', play_time: '' } } } }),
    enabled: round !== null,
  });
}

const money = (text: string | undefined): string => formatMoney(parseMoney(text ?? '0') ?? 0);
const share = (text: string | undefined, isDollars: boolean | undefined): string =>
  isDollars ? money(text) : `${Number(text ?? 0)} %`;

export function RatePanel({ rate }: { rate: UseQueryResult<BookingRate> }) {
  if (rate.error) {
    return (
      <BookingPanel title="Rate">
        <ErrorBox error={rate.error} retry={() => void rate.refetch()} />
      </BookingPanel>
    );
  }
  if (!rate.data) {
    const line = rate.isFetching
      ? 'Looking for the rate'
      : 'Shown once date, time, players and course are set.';
    return (
      <BookingPanel title="Rate">
        <p className="quiet" aria-live="polite">
          {line}
        </p>
      </BookingPanel>
    );
  }
  if (!rate.data.type) {
    return (
      <BookingPanel title="Rate">
        <p aria-live="polite">No rates found</p>
      </BookingPanel>
    );
  }
  return <FoundRate rate={rate.data} />;
}

function FoundRate({ rate }: { rate: BookingRate }) {
  const lines = rate.type === 'ApiGolfRate' ? apiLines(rate) : ownLines(rate);
  return (
    <BookingPanel title={rate.type === 'ApiGolfRate' ? 'This is an API rate' : 'Rate, per player'}>
      <dl className="lines" aria-live="polite">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Memo label="Internal Memo" text={rate.internal_memo} />
      <Memo label="External Memo" text={rate.external_memo} />
      <WhyThisRate rate={rate} />
    </BookingPanel>
  );
}

const ownLines = (rate: BookingRate): [string, string][] => [
  ['Rate', money(rate.rate)],
  ['Deposit', money(rate.deposit)],
  ['Wholesale Rate', money(rate.wholesale_rate)],
  ['Max Refund', money(rate.max_refund)],
  ['Non Refundable', money(rate.non_refundable)],
  ['Cancel Hours', `${rate.cancel_hours ?? 0} h`],
  ['Course Balance', money(rate.course_balance)],
];

const apiLines = (rate: BookingRate): [string, string][] => [
  ['SDGR Commission', share(rate.golfswitch_commission, rate.is_golfswitch_commission_dollars)],
  ['Agent Commission', share(rate.commission, rate.is_commission_dollars)],
];

const Memo = ({ label, text }: { label: string; text: string | undefined }) => (
  <div className="memo">
    <span>{label}</span>
    <p>{text || <span className="none">–</span>}</p>
  </div>
);
