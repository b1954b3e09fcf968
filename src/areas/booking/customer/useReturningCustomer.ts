import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { cleanEmail } from '../../../contract/emails.ts';
import { useCustomerMatch } from '../../customers/duplicates/useCustomerMatch.ts';
import { focusAfterRender } from '../../../web/records/form/focusing.ts';
import { focusFirstEmptyField } from '../form/useFocusNext.ts';
import type { BookingFields } from '../form/useBookingForm.ts';

/** Finds a customer who booked before, as soon as the e-mail is complete, and offers their name for the form. */
export function useReturningCustomer({ form, set }: BookingFields) {
  const { first_name, last_name, postcode } = form.customer;
  const email = cleanEmail(form.customer.email);
  const [rested] = useDebouncedValue(email, 250);
  // Enter looks up the e-mail at once, without waiting for a pause in typing, and takes the found customer.
  const [entered, setEntered] = useState('');
  const isAsked = email !== '' && (email === rested || email === entered);
  const known = useCustomerMatch(email, isAsked).known ?? null;
  const isFilled =
    known !== null &&
    first_name === known.first_name &&
    last_name === known.last_name &&
    (postcode !== '' || !known.postcode);

  function use(): void {
    if (!known) return;
    const customer = {
      ...form.customer,
      first_name: known.first_name,
      last_name: known.last_name,
      postcode: known.postcode ?? postcode,
    };
    set({ customer });
    focusFirstEmptyField({ ...form, customer });
  }
  // The customer is filled in only while the name is empty. Otherwise staff have to press the offer, so that no typed
  // or prefilled name is lost.
  const isNameless = first_name + last_name === '';
  const isWanted = known !== null && entered === email && isNameless;
  useEffect(() => {
    if (isWanted) use();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, as soon as the offer is there
  }, [isWanted]);
  return {
    known,
    isFilled,
    isByEnter: isNameless,
    use,
    enter: () => {
      setEntered(email);
      focusAfterRender('field-customer.first_name');
    },
  };
}
