import { Suspense, useState } from 'react';
import { formatMoney, parseMoney, MAX_TYPED_CENTS } from '../../contract/money.ts';
import type { ConfirmQuestion } from '../../web/leaving/ask.ts';
import { YesNoChoice } from '../../web/inputs/YesNoChoice.tsx';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { MoneyInput } from '../../web/inputs/typed/MoneyInput.tsx';
import { ReadOnlyValue } from '../../web/inputs/ReadOnlyValue.tsx';
import { TextArea } from '../../web/inputs/TextArea.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { useBusinessSettings } from '../../web/business/business.ts';
import { formatInstant } from '../../web/business/instant.ts';
import { formatDecimalMoney } from '../../web/lists/columns.ts';
import { useRecordId } from '../../web/navigation/params.ts';
import { RecordHistory } from '../../web/records/history/RecordHistory.tsx';
import { RecordBarButton } from '../../web/records/RecordBarButton.tsx';
import { Tag } from '../../web/records/Tag.tsx';
import { RecordColumn, RecordColumns, RecordPage } from '../../web/records/RecordPage.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { useSession } from '../../web/sending/session.ts';
import { CourseSelect } from '../course-choice/CourseSelect.tsx';
import { Transactions } from '../transactions/Transactions.tsx';
import { giftCertificates, type GiftCertificate } from './gift-certificates.contract.ts';
import { PeopleGroup } from './people/PeopleGroup.tsx';
import { SendButtons, type RecordAction } from '../../web/records/SendButtons.tsx';
import { lazyPart } from '../../web/navigation/lazy-screen.ts';

// The values that the Clear button sets. It keeps the serial, which a gift certificate always has, and amounts, which only
// change by typing.
const CLEARED = {
  who_from: '',
  greeting: '',
  internal_memo: '',
  course: null,
  email_delivery: false,
  mail_recipient: true,
};
const NOT_LOADED: GiftCertificate = {
  id: 0,
  serial: '',
  created_at: '',
  balance: '0.00',
  raw_balance: 0,
  held: '0.00',
  transaction_item: { total: '0.00' },
  customer: null,
  recipient: null,
  updated_at: '',
  raw_price: 0,
  refunded_at: null,
  ...CLEARED,
};

// The screens for selling and refunding are loaded when they open, because an existing certificate's screen needs neither.
const NewGiftCertificate = lazyPart(
  () => import('./selling/screens/NewGiftCertificate.tsx'),
  'NewGiftCertificate',
);
const RefundDialog = lazyPart(() => import('./refunding/RefundDialog.tsx'), 'RefundDialog');

export function GiftCertificateDetail() {
  const id = useRecordId();
  if (id !== 'new') return <Detail id={id} />;
  return (
    <Suspense fallback={null}>
      <NewGiftCertificate />
    </Suspense>
  );
}

function Detail({ id }: { id: number }) {
  const [saved, setSaved] = useState(NOT_LOADED);
  const [isRefunding, refund] = useState(false);
  const record = useRecord<GiftCertificate>({
    id,
    load: async (shown) => {
      const fresh = await sendCall(giftCertificates.show, { params: { id: shown } });
      setSaved(fresh);
      return fresh;
    },
    blank: () => ({ ...saved, ...CLEARED }),
    // The purchaser and the recipient are saved by separate calls (Spec 2 §7).
    update: (_, certificate) =>
      sendCall(giftCertificates.update, {
        body: { id, gift_certificate: { ...certificate, customer: null, recipient: null } },
      }),
    saving: (typed) => aboveWhatWasSold(typed, saved),
    pathOf: (shown) => `/manage-gift-certificate/${shown}`,
    listPath: '/manage-gift-certificates',
  });
  const certificate = record.values;
  return (
    <RecordPage
      title="Gift Certificate"
      name={record.base && [record.base.serial, whoOf(record.base)].filter(Boolean).join(', ')}
      short={record.base?.serial}
      tags={record.base && <StateTag certificate={record.base} />}
      kept="gift_certificates"
      record={record}
      editableBy="staff"
      placesHistory
      actions={
        certificate &&
        !saved.refunded_at && (
          <>
            <SendButtons sendings={sendingsOf(saved)} record={record} />
            <RecordBarButton look="danger" act={() => refund(true)}>
              Refund ...
            </RecordBarButton>
          </>
        )
      }
    >
      {certificate && <Groups certificate={certificate} record={record} saved={saved} />}
      {isRefunding && (
        <Suspense fallback={null}>
          <RefundDialog certificate={saved} changed={record.renew} close={() => refund(false)} />
        </Suspense>
      )}
    </RecordPage>
  );
}

const StateTag = ({ certificate: { balance, refunded_at } }: { certificate: GiftCertificate }) =>
  refunded_at ? <Tag tone="plain">Refunded</Tag> : <Tag>{formatDecimalMoney(balance)} left</Tag>;

/** Returns true if the gift certificate was sold below its value; a refunded one has no price left. */
const isBelowValue = ({ raw_price, refunded_at, transaction_item }: GiftCertificate): boolean =>
  !refunded_at && raw_price !== parseMoney(transaction_item.total);

const sendingsOf = ({ serial, customer }: GiftCertificate): RecordAction[] => [
  {
    label: 'Send Receipt',
    sent: 'Receipt sent',
    to: customer?.email,
    send: () => sendCall(giftCertificates.receipt, { params: { serial } }),
  },
  {
    label: 'Send Gift Certificate',
    sent: 'Gift certificate sent',
    send: () => sendCall(giftCertificates.certificate, { params: { serial } }),
  },
];

/**
 * Returns the question before a save that raises the balance above the sale total; null for other saves, so that it is asked
 * once.
 */
function aboveWhatWasSold(typed: GiftCertificate, saved: GiftCertificate): ConfirmQuestion | null {
  const [balance, sold] = [parseMoney(typed.balance), parseMoney(typed.transaction_item.total)];
  const isSame = balance === saved.raw_balance && sold === parseMoney(saved.transaction_item.total);
  // An amount above the maximum is rejected, so there is nothing to confirm.
  if (balance === null || sold === null || balance <= sold || balance > MAX_TYPED_CENTS || isSame)
    return null;
  return {
    question: 'Save it?',
    detail: `The balance of ${formatMoney(balance)} is above the ${formatMoney(sold)} that was sold.`,
    verb: 'Save',
    danger: true,
  };
}

/** Describes who a gift certificate is for: the recipient, or else the purchaser. */
function whoOf({ recipient, customer }: GiftCertificate): string {
  if (recipient) return `for ${recipient.first_name} ${recipient.last_name}`;
  return customer ? `bought by ${customer.first_name} ${customer.last_name}` : '';
}

type CertificateRecord = ReturnType<typeof useRecord<GiftCertificate>>;
type GroupsProps = { certificate: GiftCertificate; record: CertificateRecord };
type Saved = { saved: GiftCertificate };

function Groups({ certificate, record, saved }: GroupsProps & Saved) {
  const { admin } = useSession();
  const { timeZone } = useBusinessSettings();
  const { field } = record;
  const course = field('course');
  const byAdmin = <F extends { readOnly: boolean }>(of: F): F => ({ ...of, readOnly: of.readOnly || !admin });
  return (
    <RecordColumns>
      <RecordColumn>
        <FieldGroup title="Details">
          <TextInput label="Serial" {...byAdmin(field('serial'))} />
          <ReadOnlyValue label="Created at">{formatInstant(certificate.created_at, timeZone)}</ReadOnlyValue>
          <MoneyInput label="Sale Total" {...byAdmin(field('transaction_item.total'))} />
          {isBelowValue(certificate) && (
            <ReadOnlyValue label="Price paid">{formatMoney(certificate.raw_price)}</ReadOnlyValue>
          )}
          <MoneyInput label="Balance" {...byAdmin(field('balance'))} />
          {certificate.refunded_at && (
            <ReadOnlyValue label="Refunded at">
              {formatInstant(certificate.refunded_at, timeZone)}
            </ReadOnlyValue>
          )}
          <WideField>
            {course.readOnly && !course.value ? (
              <ReadOnlyValue label="Course">Any course</ReadOnlyValue>
            ) : (
              <CourseSelect
                label="Course"
                {...course}
                name="course"
                clearable
                placeholder="Any course"
                value={course.value?.id}
                change={(chosen?: number | null) =>
                  course.change(chosen ? { id: chosen, course_name: '' } : null)
                }
              />
            )}
          </WideField>
          {certificate.held !== '0.00' && (
            <ReadOnlyValue label="Held by bookings under way">
              {formatDecimalMoney(certificate.held)}
            </ReadOnlyValue>
          )}
          <TextArea label="Internal Memo" {...field('internal_memo')} />
        </FieldGroup>
        <GiftGroup certificate={certificate} record={record} />
        <PeopleGroup certificate={certificate} record={record} serial={saved.serial} />
      </RecordColumn>
      <RecordColumn>
        <Transactions type="GiftCertificate" id={certificate.id} />
        <RecordHistory of="gift_certificates" id={record.id} seen={certificate.updated_at} />
      </RecordColumn>
    </RecordColumns>
  );
}

function GiftGroup({ certificate, record: { field } }: GroupsProps) {
  return (
    <FieldGroup title="Gift">
      <WideField>
        <TextInput label="From (salutation)" {...field('who_from')} />
      </WideField>
      <YesNoChoice label="Delivery Method" yes="Email" no="Mail" {...field('email_delivery')} />
      {!certificate.email_delivery && (
        <YesNoChoice label="Mail Method" yes="Recipient" no="Purchaser" {...field('mail_recipient')} />
      )}
      <TextArea label="Greeting" {...field('greeting')} />
    </FieldGroup>
  );
}
