import type { BookingFields } from '../form/useBookingForm.ts';
import { StillOpen } from '../../scraping/still-open/StillOpen.tsx';
import { leadNotice, openTimeText } from './opened.rules.ts';

/** Shows which queue entry or lead is booked, and which open time the booking was opened from. */
export function BookingOriginLine({ fields: { form, opening } }: { fields: BookingFields }) {
  const { opened, isItsRound } = opening;
  if (!opened) return null;
  const lead = leadNotice(form, opened);
  const { open_time } = opened;
  return (
    <div className="w6 opened" role="status">
      {lead && <p data-tone={lead.tone}>{lead.text}</p>}
      {open_time && isItsRound && (
        <>
          <p>Open time: {openTimeText(open_time)}.</p>
          <StillOpen id={open_time.id} />
        </>
      )}
      {open_time && !isItsRound && (
        <p data-tone="waiting">Another round than the open time of {openTimeText(open_time)}.</p>
      )}
      {!open_time && form.open_time_id !== null && (
        <p data-tone="waiting">The open time that this was opened from no longer exists.</p>
      )}
    </div>
  );
}
