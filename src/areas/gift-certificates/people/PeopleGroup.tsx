import { useState } from 'react';
import { FieldGroup } from '../../../web/inputs/FieldGroup.tsx';
import { ReadOnlyLine, ReadOnlyValue } from '../../../web/inputs/ReadOnlyValue.tsx';
import type { useRecord } from '../../../web/records/useRecord.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { CustomerDialog } from '../../customers/CustomerDialog.tsx';
import { giftCertificates, type GiftCertificate } from '../gift-certificates.contract.ts';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import '../gift-certificates.css';
import { Button } from '../../../web/components/Button.tsx';

const SIDES = {
  customer: { label: 'Purchaser', title: 'Choose the purchaser', type: 'Customer' },
  recipient: { label: 'Recipient', title: 'Choose the recipient', type: 'GiftCertificateRecipient' },
} as const;
type Side = keyof typeof SIDES;

type CertificateRecord = ReturnType<typeof useRecord<GiftCertificate>>;
type Props = { certificate: GiftCertificate; record: CertificateRecord; serial: string };

/**
 * Shows the purchaser and the recipient of a gift certificate. A newly chosen person is saved at once, while other fields
 * keep their unsaved input.
 */
export function PeopleGroup({ certificate, record, serial }: Props) {
  const [side, setSide] = useState<Side | null>(null);
  async function choose(chosen: Side, id: number): Promise<void> {
    const { updated_at } = certificate;
    const params = { serial };
    if (chosen === 'customer')
      await sendCall(giftCertificates.updatePurchaser, {
        params,
        body: { purchaser_id: id, serial, updated_at },
      });
    else
      await sendCall(giftCertificates.updateRecipient, {
        params,
        body: { recipient_id: id, serial, updated_at },
      });
    // The form takes the new version without losing unsaved input, so that the user's own change does not make it outdated.
    await record.renew();
  }
  return (
    <FieldGroup title="Purchaser and recipient" wide>
      {(['customer', 'recipient'] as const).map((each) => (
        <Person key={each} side={each} person={certificate[each]} pick={() => setSide(each)} />
      ))}
      {side && (
        <CustomerDialog
          title={SIDES[side].title}
          type={SIDES[side].type}
          choose={(id) => choose(side, id)}
          close={() => setSide(null)}
        />
      )}
    </FieldGroup>
  );
}

type PersonProps = { side: Side; person: GiftCertificate['customer']; pick: () => void };

function Person({ side, person, pick }: PersonProps) {
  const { label } = SIDES[side];
  return (
    <ReadOnlyValue label={label}>
      <span className="row">
        {person ? `${person.first_name} ${person.last_name}` : <span className="none">None</span>}
        {person && (
          <ScreenLink to={`/manage-customer/${person.id}`} aria-label={`View ${label.toLowerCase()}`}>
            View
          </ScreenLink>
        )}
        <Button className="change-person" aria-label={`Change ${label.toLowerCase()}`} onClick={pick}>
          Change
        </Button>
      </span>
      {person && person.email !== '' && (
        <span className="row one-line">
          <ReadOnlyLine text={person.email} kind="email" of={`${label} e-mail`} />
        </span>
      )}
    </ReadOnlyValue>
  );
}
