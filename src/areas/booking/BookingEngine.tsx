import { useLocation } from '@tanstack/react-router';
import { PageHead } from '../../web/shell/PageHead.tsx';
import { useSession } from '../../web/session.ts';
import './booking.css';
import { CardPanel } from './charge/CardPanel.tsx';
import { ClubsPanel, useClubs } from './round/ClubsPanel.tsx';
import { CustomerPanel } from './customer/CustomerPanel.tsx';
import { DealPanel } from './round/DealPanel.tsx';
import { courseOf } from './form.ts';
import { Outcome } from './Outcome.tsx';
import { PricePanel } from './price/PricePanel.tsx';
import { RatePanel, useRate } from './round/RatePanel.tsx';
import { RoundPanel } from './round/RoundPanel.tsx';
import { useApplied } from './price/useApplied.ts';
import { useBook } from './useBook.ts';
import { useBookingForm } from './useBookingForm.ts';
import { ScreenLink } from '../../web/ScreenLink.tsx';

/** Another address prefills another booking. */
export const BookingEngine = () => <Engine key={useLocation({ select: ({ searchStr }) => searchStr })} />;

function Engine() {
  const { name } = useSession();
  const fields = useBookingForm();
  const { form } = fields;
  const rate = useRate(form);
  const clubs = useClubs(courseOf(form));
  const applied = useApplied(form);
  const startAnew = (next: Parameters<typeof fields.reset>[0]): void => {
    applied.reset();
    fields.reset(next);
  };
  const book = useBook({
    form,
    codes: applied.shownCodes,
    setErrors: fields.setErrors,
    onBooked: () => startAnew({}),
    onOtherPrice: applied.askAgain,
  });
  const clear = (
    <button type="button" className="btn" data-look="quiet" onClick={() => startAnew({})}>
      Clear
    </button>
  );
  return (
    <div className="booking">
      <PageHead title="Welcome to the Internal Booking Engine" line={`Hello, ${name}.`} actions={clear} />
      <Outcome book={book} again={(customer) => startAnew({ customer, deal_query: customer.email })} />
      <div className="desk">
        <div className="desk-col">
          <RoundPanel fields={fields} suggested={rate.data?.suggested_charge ?? null} />
          <RatePanel rate={rate} />
          <ClubsPanel fields={fields} clubs={clubs} />
        </div>
        <div className="desk-col">
          <CustomerPanel fields={fields} />
          <DealPanel fields={fields} />
          <CardPanel fields={fields} />
        </div>
        <PricePanel fields={fields} applied={applied} clubs={clubs.data ?? []} book={book} />
      </div>
      <p className="quiet">
        <ScreenLink to="/manage-tee-times">All tee times</ScreenLink>
      </p>
    </div>
  );
}
