import { useQuery } from '@tanstack/react-query';
import { useBusinessSettings } from '../../web/business/business.ts';
import { formatInstant } from '../../web/business/instant.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { sendCall } from '../../web/sending/send.ts';
import { useSession } from '../../web/sending/session.ts';
import type { KnownCustomer } from '../customers/CustomerDetail.tsx';
import { TEMPLATE_TITLES } from '../email-templates/email-templates.contract.ts';
import { EmailState } from '../outbox/EmailState.tsx';
import { customerHub, type CustomerEmail } from './customer-hub.contract.ts';
import { HubItem, HubSection } from './HubSection.tsx';

/** Returns the path of the outbox, filtered by a recipient's address. */
const mailboxPath = (recipient: string): string =>
  `/mailbox?filters=${encodeURIComponent(JSON.stringify({ recipient }))}`;

export function EmailsPart({ customer: { id, email } }: { customer: KnownCustomer }) {
  const { admin } = useSession();
  const query = useQuery({
    queryKey: ['hub', 'letters', id],
    queryFn: ({ signal }) => sendCall(customerHub.letters, { params: { id } }, { signal }),
  });
  return (
    <HubSection
      title="Letters"
      query={query}
      aside={(letters) =>
        admin &&
        email !== '' &&
        letters.length > 0 && <ScreenLink to={mailboxPath(email)}>all in the mailbox</ScreenLink>
      }
    >
      {(letters) =>
        letters.length === 0 ? (
          <p className="quiet">No e-mails</p>
        ) : (
          <ul>
            {letters.map((letter) => (
              <LetterLine key={letter.id} letter={letter} />
            ))}
          </ul>
        )
      }
    </HubSection>
  );
}

function LetterLine({ letter }: { letter: CustomerEmail }) {
  const { timeZone } = useBusinessSettings();
  const { kind, state, created_at, about, tee_time_id, gift_certificate_id } = letter;
  const path =
    tee_time_id === null
      ? `/manage-gift-certificate/${gift_certificate_id}`
      : `/manage-tee-time/${tee_time_id}`;
  return (
    <HubItem
      link={<ScreenLink to={path}>{kind === 'report' ? 'Report' : TEMPLATE_TITLES[kind]}</ScreenLink>}
      end={state === 'sent' ? formatInstant(created_at, timeZone) : <EmailState state={state} />}
      below={about}
    />
  );
}
