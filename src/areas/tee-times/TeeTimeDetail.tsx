import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import { DateInput } from '../../web/inputs/DateInput.tsx';
import { FieldGroup } from '../../web/inputs/FieldGroup.tsx';
import { NumberInput } from '../../web/inputs/NumberInput.tsx';
import { ReadValue } from '../../web/inputs/ReadValue.tsx';
import { TextArea } from '../../web/inputs/TextArea.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { TimeInput } from '../../web/inputs/TimeInput.tsx';
import { useRecordId } from '../../web/params.ts';
import { RecordPage } from '../../web/records/RecordPage.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { FieldErrors, send } from '../../web/send.ts';
import { useSession } from '../../web/session.ts';
import { NotFound } from '../../web/shell/NotFound.tsx';
import { CourseSelect } from '../courses/CourseSelect.tsx';
import { desk } from '../desk/desk.contract.ts';
import { TransactionPanel } from '../transactions/TransactionPanel.tsx';
import { NOT_LOADED } from './blank.ts';
import { CancelationDialog } from './canceling/CancelationDialog.tsx';
import { ChangeCustomerDialog } from './changing/ChangeCustomerDialog.tsx';
import { SendButtons } from './SendButtons.tsx';
import { StatusTag } from './StatusTag.tsx';
import { teeTimes, type TeeTime } from './tee-times.contract.ts';
import { ScreenLink } from '../../web/ScreenLink.tsx';
import './tee-times.css';

// Clear empties what may be typed; everything else stays as it was loaded.
const EMPTY = {
  confirmation: '',
  play_date: '',
  play_time: '',
  players: 0,
  notes: '',
  internal_notes: '',
  folio: '',
};

export function TeeTimeDetail() {
  const id = useRecordId();
  // Spec 1 §2: the page does nothing when the id is zero or negative.
  return id === 'new' ? <NotFound /> : <Detail id={id} />;
}

function Detail({ id }: { id: number }) {
  const loaded = useRef<TeeTime | null>(null);
  const [dialog, setDialog] = useState<'cancel' | 'customer' | null>(null);
  const record = useRecord<TeeTime>({
    id,
    load: async (shown) => (loaded.current = await send(teeTimes.show, { params: { id: shown } })),
    blank: () => ({ ...(loaded.current ?? NOT_LOADED), ...EMPTY }),
    update: (shown, teeTime) => send(teeTimes.update, { body: savedBody(shown, teeTime) }),
    pathOf: (shown) => `/manage-tee-time/${shown}`,
    listPath: '/manage-tee-times',
  });
  const teeTime = record.values;
  const rateError = record.error instanceof FieldErrors ? record.error.errors['golf_rate']?.[0] : undefined;
  const actions = teeTime && <SendButtons teeTime={teeTime} cancel={() => setDialog('cancel')} />;
  return (
    <RecordPage title="Tee Time" kept="tee_times" record={record} editableBy="staff" actions={actions}>
      {rateError && (
        <div className="alert" data-tone="danger" role="alert">
          {rateError}
        </div>
      )}
      {teeTime && <Groups teeTime={teeTime} record={record} changeCustomer={() => setDialog('customer')} />}
      {teeTime?.transaction_record && (
        <div className="record-wide">
          <TransactionPanel records={[teeTime.transaction_record]} />
        </div>
      )}
      {dialog === 'cancel' && teeTime && <CancelationDialog id={id} close={() => setDialog(null)} />}
      {dialog === 'customer' && teeTime && (
        <ChangeCustomerDialog teeTime={teeTime} changed={record.renew} close={() => setDialog(null)} />
      )}
    </RecordPage>
  );
}

// The money fields go back as they came: the server refuses a changed one.
const savedBody = (id: number, { gift_certificate, golf_discount, course, ...tee_time }: TeeTime) => ({
  id,
  tee_time: { ...tee_time, course: { id: course.id } },
  gift_certificate: gift_certificate && { id: gift_certificate.id },
  discount: golf_discount && { id: golf_discount.id },
});

type GroupsProps = {
  teeTime: TeeTime;
  record: ReturnType<typeof useRecord<TeeTime>>;
  changeCustomer: () => void;
};

function Groups({ teeTime, record, changeCustomer }: GroupsProps) {
  const { field } = record;
  const course = field('course');
  return (
    <div className="two-columns">
      <div className="stack">
        <FieldGroup title="The round">
          <CourseSelect
            label="Course"
            {...course}
            name="course"
            value={course.value?.id}
            change={(chosen?: number | null) => chosen && course.change({ id: chosen, course_name: '' })}
          />
          <ReadValue label="Status">
            <StatusTag status={teeTime.status} />
          </ReadValue>
          <DateInput label="Play Date" {...field('play_date')} />
          <TimeInput label="Play Time" {...field('play_time')} />
          <NumberInput label="Players" {...field('players')} />
          <TextInput label="Confirmation" maxLength={60} {...field('confirmation')} />
          <TextArea label="Notes" {...field('notes')} />
          <TextArea label="Internal Notes" {...field('internal_notes')} />
        </FieldGroup>
        <RateGroup teeTime={teeTime} />
      </div>
      <div className="stack">
        <CustomerGroup teeTime={teeTime} record={record} changeCustomer={changeCustomer} />
        <MoneyGroup teeTime={teeTime} />
      </div>
    </div>
  );
}

function CustomerGroup({ teeTime, record, changeCustomer }: GroupsProps) {
  const [customer] = teeTime.customer;
  return (
    <FieldGroup title="The customer">
      <ReadValue label="Customer">
        {customer ? (
          <span className="row">
            {customer.first_name} {customer.last_name}
            <ScreenLink to={`/manage-customer/${customer.id}`}>View</ScreenLink>
            <button type="button" className="btn small" onClick={changeCustomer}>
              Change
            </button>
          </span>
        ) : (
          ''
        )}
      </ReadValue>
      <ReadValue label="Email">{customer?.email ?? ''}</ReadValue>
      <ReadValue label="Phone">{customer?.primary_phone ?? ''}</ReadValue>
      <TextInput label="Folio/Account" maxLength={200} {...record.field('folio')} />
      <Deal id={teeTime.pipedrive_deal_id} />
      <ReadValue label="Agent">{teeTime.agent}</ReadValue>
    </FieldGroup>
  );
}

function Deal({ id }: { id: number | null }) {
  const { name } = useSession();
  const settings = useQuery({
    queryKey: ['desk', name],
    queryFn: () => send(desk.settings, {}, { background: true }),
  });
  return (
    <ReadValue label="Deal">
      {id !== null && id > 0 ? (
        <a href={`${settings.data?.deal_url ?? ''}${id}`} target="_blank" rel="noreferrer">
          {id}
        </a>
      ) : (
        ''
      )}
    </ReadValue>
  );
}

const money = (text: string): string => formatMoney(parseMoney(text, { negative: true }) ?? 0);
const Linked = ({ text, to, may = true }: { text: string; to: string; may?: boolean }): ReactNode => (
  <span className="row">
    {text} {may && <ScreenLink to={to}>View</ScreenLink>}
  </span>
);

function MoneyGroup({ teeTime }: { teeTime: TeeTime }) {
  const { admin } = useSession();
  const { gift_certificate: certificate, golf_discount: discount } = teeTime;
  return (
    <FieldGroup title="The price, as charged">
      <ReadValue label="Charge">{money(teeTime.charge)}</ReadValue>
      <ReadValue label="Rental Clubs">{money(teeTime.rental_amount)}</ReadValue>
      <ReadValue label="Discount Code">
        {discount ? <Linked text={discount.code} to={`/manage-discount/${discount.id}`} may={admin} /> : ''}
      </ReadValue>
      <ReadValue label="Discount Amount">{money(teeTime.discount_amount)}</ReadValue>
      <ReadValue label="Gift Certificate">
        {certificate ? (
          <Linked text={certificate.serial} to={`/manage-gift-certificate/${certificate.id}`} />
        ) : (
          ''
        )}
      </ReadValue>
      <ReadValue label="Amount Used">{money(teeTime.gift_certificate_amount)}</ReadValue>
      <ReadValue label="Total">{money(teeTime.total)}</ReadValue>
      <ReadValue label="Paid">{money(teeTime.paid)}</ReadValue>
      <ReadValue label="Cost">{money(teeTime.cost)}</ReadValue>
      <ReadValue label="CC Confirmation">{teeTime.transaction_record?.payment_id ?? ''}</ReadValue>
    </FieldGroup>
  );
}

const RateGroup = ({ teeTime: { golf_rate: rate, rental_clubs: clubs } }: { teeTime: TeeTime }) => (
  <FieldGroup title="Rate and clubs">
    <ReadValue label="Golf Rate Notes" tall>
      {rate ? <Linked text={rate.internal_memo || `Rate ${rate.id}`} to={`/manage-rate/${rate.id}`} /> : ''}
    </ReadValue>
    <ReadValue label="Clubs" tall>
      {clubs.map((club) => `${club.quantity} x ${club.brand} ${club.description}`).join('\n')}
    </ReadValue>
  </FieldGroup>
);
