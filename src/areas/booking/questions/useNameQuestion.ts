import { useDebouncedValue } from '@mantine/hooks';
import { isEmail, cleanEmail } from '../../../contract/emails.ts';
import { useCustomerMatch } from '../../customers/duplicates/useCustomerMatch.ts';
import type { BookingForm } from '../form/form.rules.ts';
import { otherNameQuestion } from './questions.rules.ts';

/** Returns the question before a booking whose typed e-mail is stored under another name; null if the look-up fails. */
export function useNameQuestion({ customer }: BookingForm) {
  const email = cleanEmail(customer.email);
  const [rested] = useDebouncedValue(email, 250);
  const isRested = email === rested;
  const { known, isFetching } = useCustomerMatch(email, isRested);
  return {
    question: otherNameQuestion(customer, known ?? null),
    isLoading: isEmail(email) && (!isRested || isFetching),
  };
}
