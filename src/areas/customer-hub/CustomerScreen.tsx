import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { ButtonLink } from '../../web/components/Button.tsx';
import { RecordBarButton } from '../../web/records/RecordBarButton.tsx';
import { RecordColumn } from '../../web/records/RecordPage.tsx';
import { RecordHistory } from '../../web/records/history/RecordHistory.tsx';
import { useSession } from '../../web/sending/session.ts';
import { bookingEngineAddress } from '../availability/ibe-address.rules.ts';
import { CustomerDetail, type KnownCustomer } from '../customers/CustomerDetail.tsx';
import { CustomerDialog } from '../customers/CustomerDialog.tsx';
import { EraseDialog } from '../customers/erasing/EraseDialog.tsx';
import { SimilarCustomers } from '../customers/merging/SimilarCustomers.tsx';
import { MergeDialog } from '../customers/merging/MergeDialog.tsx';
import { CertificatesPart } from './CertificatesPart.tsx';
import { LeadsPart } from './LeadsPart.tsx';
import { EmailsPart } from './EmailsPart.tsx';
import { RoundsPart } from './RoundsPart.tsx';
import './customer-hub.css';

/** The customer to merge with: null for none, `looking` while the person searches, or the id of the other customer. */
type Other = null | 'looking' | number;

/** Shows a customer's record, and beside it the customer's tee times, leads, gift certificates and e-mails. */
export function CustomerScreen() {
  const { admin } = useSession();
  const [other, setOther] = useState<Other>(null);
  const [isForgetting, setForgetting] = useState(false);
  return (
    <CustomerDetail
      acts={(customer) => (
        <>
          {mayBook(customer) && <BookFor customer={customer} />}
          {admin && <RecordBarButton act={() => setOther('looking')}>Merge ...</RecordBarButton>}
          {admin && (
            <RecordBarButton act={() => setForgetting(true)}>Erase personal data ...</RecordBarButton>
          )}
        </>
      )}
      beside={(customer) => (
        <>
          <RecordColumn>
            {admin && <SimilarCustomers id={customer.id} seen={customer.updated_at} compare={setOther} />}
            <RoundsPart id={customer.id} />
            <LeadsPart id={customer.id} />
          </RecordColumn>
          <RecordColumn>
            <CertificatesPart customer={customer} />
            <EmailsPart customer={customer} />
            <RecordHistory of="customers" id={customer.id} seen={customer.updated_at} />
          </RecordColumn>
          {other !== null && <MergeWith customer={customer} other={other} setOther={setOther} />}
          {isForgetting && <Erasing customer={customer} close={() => setForgetting(false)} />}
        </>
      )}
    />
  );
}

/**
 * Returns functions that load the page again. After a failed request the server may still have done the work, so the page is loaded
 * again when the dialog closes.
 */
function useReload() {
  const queries = useQueryClient();
  const hasFailed = useRef(false);
  const reload = (): void => void queries.invalidateQueries();
  return {
    reload,
    failed: () => (hasFailed.current = true),
    reloadIfFailed: () => hasFailed.current && reload(),
  };
}

type EraseProps = { customer: KnownCustomer; close: () => void };

function Erasing({ customer, close }: EraseProps) {
  const { reload, failed, reloadIfFailed } = useReload();
  const closing = (after: () => void) => () => {
    close();
    after();
  };
  return (
    <EraseDialog customer={customer} close={closing(reloadIfFailed)} done={closing(reload)} failed={failed} />
  );
}

type MergeProps = {
  customer: KnownCustomer;
  other: NonNullable<Other>;
  setOther: Dispatch<SetStateAction<Other>>;
};

/** Asks for the customer to merge with, then shows both customers side by side. */
function MergeWith({ customer: { id, type }, other, setOther }: MergeProps) {
  const navigate = useNavigate();
  const { reload, failed, reloadIfFailed } = useReload();
  const close = (): void => {
    setOther(null);
    // If the customers were merged in spite of the error, the reloaded page leads to the customer that stays.
    reloadIfFailed();
  };
  const done = (stays: number): void => {
    setOther(null);
    // All data on this page about the two customers is out of date.
    if (stays === id) reload();
    else void navigate({ to: `/manage-customer/${stays}`, replace: true, ignoreBlocker: true });
  };
  return other === 'looking' ? (
    <CustomerDialog
      title="Merge with which customer?"
      type={type}
      choose={(chosen) => Promise.resolve(setOther(chosen))}
      // Closing the search dialog keeps a customer who was just chosen.
      close={() => setOther((now) => (now === 'looking' ? null : now))}
    />
  ) : (
    <MergeDialog id={id} otherId={other} close={close} done={done} failed={failed} />
  );
}

// A customer whose personal data was erased has no first name, e-mail or phone number left, and cannot be booked.
const mayBook = ({ type, first_name, email, primary_phone }: KnownCustomer): boolean =>
  type === 'Customer' && [first_name, email, primary_phone].some(Boolean);

const BookFor = ({ customer: { first_name, last_name, postcode, email } }: { customer: KnownCustomer }) => (
  <ButtonLink
    hotkey="b"
    to={bookingEngineAddress({
      providedFirstName: first_name,
      providedLastName: last_name,
      providedPostCode: postcode ?? '',
      providedEmail: email,
    })}
  >
    <span className="line-text">Book for {first_name || last_name}</span>
  </ButtonLink>
);
