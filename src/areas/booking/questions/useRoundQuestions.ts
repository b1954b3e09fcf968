import { useQuery } from '@tanstack/react-query';
import { useOnTopicChange } from '../../../web/live/live.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { booking } from '../booking.contract.ts';
import { completeRound, type BookingForm } from '../form/form.rules.ts';
import { nightQuestion } from '../../tee-times/changing/night.rules.ts';
import { largePartyQuestion } from '../../tee-times/changing/round-questions.rules.ts';
import { secondBookingQuestion } from './questions.rules.ts';

/**
 * Returns the questions before a tee time at night, before a party larger than any open time takes, and before a
 * second tee time of one customer. `isRepeat`: the last press of Book may have made that tee time, so the last
 * question is left out.
 */
export function useRoundQuestions(form: BookingForm) {
  const round = completeRound(form);
  const minute = round && {
    course_id: round.course.id,
    play_date: round.play_date,
    play_time: round.play_time,
  };
  const found = useQuery({
    queryKey: ['minute', minute],
    // Book waits for this query, so it is as urgent as Book.
    queryFn: ({ signal }) => minute && sendCall(booking.minute, { query: minute }, { signal }),
    enabled: minute !== null,
    retry: false,
  });
  useOnTopicChange(['availability', 'tee_times'], () => void (minute && found.refetch()));
  const { largest_party: largest = null, booked = [] } = found.data ?? {};
  const questions = (isRepeat: boolean) =>
    round
      ? [
          nightQuestion('Book for', round.play_time),
          largePartyQuestion('Book for', { ...round, largest }),
          isRepeat
            ? null
            : secondBookingQuestion({ email: form.customer.email, play_time: round.play_time, booked }),
        ]
      : [];
  return { questions, isLoading: found.isLoading };
}
