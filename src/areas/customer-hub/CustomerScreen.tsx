import { ButtonLink } from '../../web/components/Button.tsx';
import { Column } from '../../web/records/RecordPage.tsx';
import { History } from '../../web/records/history/History.tsx';
import { ibeAddress } from '../availability/ibe-address.rules.ts';
import { CustomerDetail, type KnownCustomer } from '../customers/CustomerDetail.tsx';
import { CertificatesPart } from './CertificatesPart.tsx';
import { LeadsPart } from './LeadsPart.tsx';
import { LettersPart } from './LettersPart.tsx';
import { RoundsPart } from './RoundsPart.tsx';
import './customer-hub.css';

/** A customer's record, and beside it all that they have here: rounds, what they wait for, certificates, letters. */
export const CustomerScreen = () => (
  <CustomerDetail
    acts={(customer) => customer.type === 'Customer' && <BookFor customer={customer} />}
    beside={(customer) => (
      <>
        <Column>
          <RoundsPart id={customer.id} />
          <LeadsPart id={customer.id} />
        </Column>
        <Column>
          <CertificatesPart customer={customer} />
          <LettersPart customer={customer} />
          <History of="customers" id={customer.id} seen={customer.updated_at} />
        </Column>
      </>
    )}
  />
);

const BookFor = ({ customer: { first_name, last_name, postcode, email } }: { customer: KnownCustomer }) => (
  <ButtonLink
    to={ibeAddress({
      providedFirstName: first_name,
      providedLastName: last_name,
      providedPostCode: postcode ?? '',
      providedEmail: email,
    })}
  >
    <span className="line-text">Book for {first_name}</span>
  </ButtonLink>
);
