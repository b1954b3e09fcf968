import { useQuery } from '@tanstack/react-query';
import { useLive } from '../../../web/live/live.ts';
import { send } from '../../../web/sending/send.ts';
import { booking } from '../booking.contract.ts';
import { filledRound, type BookingForm } from '../form/form.rules.ts';
import { questionOfNight } from '../../tee-times/changing/night.rules.ts';
import { questionOfParty } from '../../tee-times/changing/round-questions.rules.ts';
import { questionOfAgain } from './questions.rules.ts';

/**
 * Returns the questions before a tee time at night, before a party larger than any open time takes, and before a
 * second tee time of one customer. `isRepeat`: the last press of Book may have made that tee time, so the last
 * question is left out.
 */
export function useRoundQuestions(form: BookingForm) {
  const round = filledRound(form);
  const minute = round && {
    course_id: round.course.id,
    play_date: round.play_date,
    play_time: round.play_time,
  };
  const found = useQuery({
    queryKey: ['minute', minute],
    // Book waits for this query, so it is as urgent as Book.
    queryFn: ({ signal }) => minute && send(booking.minute, { query: minute }, { signal }),
    enabled: minute !== null,
    retry: false,
  });
  useLive(['availability', 'tee_times'], () => void (minute && found.refetch()));
  const { largest_party: largest = null, booked = [] } = found.data ?? {};
  const questions = (isRepeat: boolean) =>
    round
      ? [
          questionOfNight('Book for', round.play_time),
          questionOfParty('Book for', { ...round, largest }),
          isRepeat
            ? null
            : questionOfAgain({ email: form.customer.email, play_time: round.play_time, booked }),
        ]
      : [];
  return { questions, isLoading: found.isLoading };
}
