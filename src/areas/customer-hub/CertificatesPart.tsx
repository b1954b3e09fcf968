import { useQuery } from '@tanstack/react-query';
import { formatDecimalMoney } from '../../web/lists/columns.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { sendCall } from '../../web/sending/send.ts';
import type { KnownCustomer } from '../customers/CustomerDetail.tsx';
import { customerHub, type CustomerCertificate } from './customer-hub.contract.ts';
import { HubItem, HubSection } from './HubSection.tsx';

/** Returns the path of the list of gift certificates, filtered by the purchaser's e-mail. */
const listPath = (email: string): string =>
  `/manage-gift-certificates?filters=${encodeURIComponent(JSON.stringify({ email }))}`;

export function CertificatesPart({ customer: { id, email } }: { customer: KnownCustomer }) {
  const query = useQuery({
    queryKey: ['hub', 'certificates', id],
    queryFn: ({ signal }) => sendCall(customerHub.certificates, { params: { id } }, { signal }),
  });
  return (
    <HubSection
      title="Gift certificates"
      query={query}
      aside={({ total, balance }) => total > 0 && `${formatDecimalMoney(balance)} left`}
    >
      {({ certificates, total }) =>
        total === 0 ? (
          <p className="quiet">No gift certificates</p>
        ) : (
          <>
            <ul>
              {certificates.map((certificate) => (
                <CertificateLine key={certificate.id} {...certificate} />
              ))}
            </ul>
            {total > certificates.length && (
              <p className="quiet hub-foot">
                {email === '' ? (
                  `${total} in all`
                ) : (
                  <ScreenLink to={listPath(email)}>all {total} in the list</ScreenLink>
                )}
              </p>
            )}
          </>
        )
      }
    </HubSection>
  );
}

const CertificateLine = ({ id, serial, course_name, value, balance, is_recipient }: CustomerCertificate) => (
  <HubItem
    link={<ScreenLink to={`/manage-gift-certificate/${id}`}>{serial}</ScreenLink>}
    end={balance === '0.00' ? 'spent' : `${formatDecimalMoney(balance)} left of ${formatDecimalMoney(value)}`}
    below={`${course_name ?? 'any course'}${is_recipient ? ', received' : ''}`}
  />
);
