import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOnTopicChange } from '../../../web/live/live.ts';
import { sendCall } from '../../../web/sending/send.ts';
import type { ClaimRequest } from '../../claims/claims.contract.ts';
import { waitList } from '../../wait-list/wait-list.contract.ts';
import { booking } from '../booking.contract.ts';
import type { BookingForm } from '../form/form.rules.ts';
import { isForLead, matchesOpenTime, matchesLead } from './opened.rules.ts';

type SetForm = (next: (before: BookingForm) => BookingForm) => void;

/** The reason why the waiting customer's card cannot be shown, and a function that tries again. */
export type CardFailure = { error: Error; retry: () => void };

const MASK = /^\*+\d{4}$/;

/** Loads the record that the booking was opened from, and returns which parts of it still apply to the form. */
export function useBookingOrigin(form: BookingForm, setForm: SetForm) {
  const { open_time_id, availability_queue_id, lost_lead_id } = form;
  const isAsked = open_time_id !== null || isForLead(form);
  const found = useQuery({
    queryKey: ['opened from', open_time_id, availability_queue_id, lost_lead_id],
    queryFn: ({ signal }) =>
      sendCall(
        booking.openedFrom,
        {
          query: {
            ...(open_time_id !== null && { availability_id: open_time_id }),
            ...(availability_queue_id !== null && { queue_id: availability_queue_id }),
            ...(lost_lead_id !== null && { lead_id: lost_lead_id }),
          },
        },
        { background: true, signal },
      ),
    enabled: isAsked,
  });
  useOnTopicChange(['queues', 'leads', 'tee_times'], () => void (isAsked && found.refetch()));
  const opened = isAsked ? found.data : undefined;
  const matches = isForLead(form) && (!opened || matchesLead(form, opened));
  const itsRound = open_time_id !== null && (!opened || matchesOpenTime(form, opened));
  const cardFailure = useWaitingCard(form, setForm, matches && opened?.lead !== undefined);
  const subjects: ClaimRequest['subjects'] = [
    ...(itsRound ? [{ subject: 'open_time' as const, subject_id: open_time_id }] : []),
    ...(matches && availability_queue_id !== null
      ? [{ subject: 'queue_entry' as const, subject_id: availability_queue_id }]
      : []),
    ...(matches && lost_lead_id !== null ? [{ subject: 'lead' as const, subject_id: lost_lead_id }] : []),
  ];
  return { opened, isTheirs: matches, isItsRound: itsRound, subjects, cardFailure };
}

// A waiting customer's card is loaded as a mask, because the server charges the card's token for exactly this mask,
// and for their tee time alone.
function useWaitingCard(form: BookingForm, setForm: SetForm, isOwn: boolean): CardFailure | null {
  const { availability_queue_id, lost_lead_id } = form;
  const card = useQuery({
    queryKey: ['waiting card', availability_queue_id, lost_lead_id],
    queryFn: () =>
      availability_queue_id === null
        ? sendCall(waitList.fetchLeadCard, { params: { leadId: lost_lead_id ?? 0 } })
        : sendCall(waitList.fetchCard, { params: { queueId: availability_queue_id } }),
    enabled: isOwn,
    staleTime: Infinity,
  });
  const { id, number = '', cvv = '', expmo = '', expyr = '' } = isForLead(form) ? (card.data ?? {}) : {};
  useEffect(() => {
    setForm((before) => {
      const typed = before.credit_card.number.trim();
      if (!isOwn && MASK.test(typed))
        return { ...before, credit_card: { number: '', cvv: '', expmo: '', expyr: '' } };
      return isOwn && id && typed === '' ? { ...before, credit_card: { number, cvv, expmo, expyr } } : before;
    });
  }, [isOwn, id, number, cvv, expmo, expyr, setForm]);
  return isOwn && card.error ? { error: card.error, retry: () => void card.refetch() } : null;
}
