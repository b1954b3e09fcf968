import { useQuery } from '@tanstack/react-query';
import { cleanEmail, isEmail } from '../../../contract/emails.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { customers } from '../customers.contract.ts';

/** Looks up the customer with a typed e-mail, once the e-mail is complete and `isWanted` is true. */
export function useCustomerMatch(typed: string, isWanted = true) {
  const email = cleanEmail(typed);
  const { data, isFetching } = useQuery({
    queryKey: ['customer match', email],
    queryFn: () => sendCall(customers.match, { query: { email } }),
    enabled: isWanted && isEmail(email),
  });
  const isLooked = isWanted && data !== undefined;
  /** `known` is null if no customer has the e-mail, and undefined until the answer arrives. */
  return { known: isLooked ? (data[0] ?? null) : undefined, isFetching };
}
