import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Button } from '../../../web/components/Button.tsx';
import { useBrowserIdle } from '../../../web/navigation/idle.ts';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { sendCall } from '../../../web/sending/send.ts';
import { customerMerges, type SimilarCustomer } from './merging.contract.ts';
import { customerName } from './merging.rules.ts';
import './merging.css';

const BY: Record<SimilarCustomer['by'], string> = {
  email: 'the same e-mail',
  phone: 'a phone number in common',
  name: 'the same name and postcode',
};

type Props = {
  id: number;
  /** The version of the customer as last saved. */ seen: string | null;
  compare: (id: number) => void;
};

/**
 * Lists customers who may be the same person, each with a button to compare both; renders nothing if there are none. For admins.
 */
export function SimilarCustomers({ id, seen, compare }: Props) {
  const isTime = useBrowserIdle();
  const { data } = useQuery({
    queryKey: ['alike', id, seen],
    queryFn: ({ signal }) => sendCall(customerMerges.alike, { params: { id } }, { signal, background: true }),
    enabled: isTime,
  });
  if (!data || data.length === 0) return null;
  return (
    <p className="card quiet alike" role="status">
      Looks like the same person as{' '}
      {data.map((each, at) => (
        <Fragment key={each.id}>
          {at > 0 && ', '}
          <ScreenLink to={`/manage-customer/${each.id}`}>{customerName(each)}</ScreenLink> ({BY[each.by]}){' '}
          <Button
            className="small"
            aria-label={`Compare with ${customerName(each)}, customer ${each.id}`}
            onClick={() => compare(each.id)}
          >
            Compare
          </Button>
        </Fragment>
      ))}
    </p>
  );
}
