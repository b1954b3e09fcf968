import { useQuery } from '@tanstack/react-query';
import { useLive } from '../../../web/live/live.ts';
import { send } from '../../../web/sending/send.ts';
import { booking } from '../booking.contract.ts';
import { filledRound, type BookingForm } from '../form/form.rules.ts';
import { questionOfParty } from './questions.rules.ts';

/** Returns the question before a party that no open time of the round's minute takes; it loads once the round is complete. */
export function usePartyQuestion(form: BookingForm) {
  const round = filledRound(form);
  const minute = round && {
    course_id: round.course.id,
    play_date: round.play_date,
    play_time: round.play_time,
  };
  const found = useQuery({
    queryKey: ['largest party', minute],
    queryFn: ({ signal }) =>
      minute && send(booking.largestParty, { query: minute }, { background: true, signal }),
    enabled: minute !== null,
    retry: false,
  });
  useLive(['availability'], () => void (minute && found.refetch()));
  const largest = found.data?.players ?? null;
  return { question: round && questionOfParty({ ...round, largest }), isLoading: found.isLoading };
}
