import { useQuery } from '@tanstack/react-query';
import { useLive } from '../../../web/live/live.ts';
import { send } from '../../../web/sending/send.ts';
import { booking } from '../booking.contract.ts';
import { filledRound, type BookingForm } from '../form/form.rules.ts';
import { questionOfNight } from '../../tee-times/changing/night.rules.ts';
import { questionOfParty } from './questions.rules.ts';

/**
 * Returns the questions before a round at night, and before a party that no open time of its minute takes, which loads once the
 * round is complete.
 */
export function useRoundQuestions(form: BookingForm) {
  const round = filledRound(form);
  const minute = round && {
    course_id: round.course.id,
    play_date: round.play_date,
    play_time: round.play_time,
  };
  const found = useQuery({
    queryKey: ['largest party', minute],
    // Book waits for it, so it is as urgent as Book.
    queryFn: ({ signal }) => minute && send(booking.largestParty, { query: minute }, { signal }),
    enabled: minute !== null,
    retry: false,
  });
  useLive(['availability'], () => void (minute && found.refetch()));
  const largest = found.data?.players ?? null;
  const questions = round
    ? [questionOfNight('Book for', round.play_time), questionOfParty({ ...round, largest })]
    : [];
  return { questions, isLoading: found.isLoading };
}
