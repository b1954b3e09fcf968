import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { formatDay, formatMonthDay } from '../../contract/dates.ts';
import { DateInput } from '../../web/inputs/typed/DateInput.tsx';
import { FieldGroup } from '../../web/inputs/FieldGroup.tsx';
import { NumberInput } from '../../web/inputs/typed/NumberInput.tsx';
import { ReadOnlyValue } from '../../web/inputs/ReadOnlyValue.tsx';
import { TextArea } from '../../web/inputs/TextArea.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { TimeInput } from '../../web/inputs/typed/TimeInput.tsx';
import { useRecordId } from '../../web/navigation/params.ts';
import { RecordHistory } from '../../web/records/history/RecordHistory.tsx';
import { Tag } from '../../web/records/Tag.tsx';
import { RecordColumn, RecordColumns, RecordPage } from '../../web/records/RecordPage.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { sendCall } from '../../web/sending/send.ts';
import { useSession } from '../../web/sending/session.ts';
import { ScreenNotFound } from '../../web/shell/pages/ScreenNotFound.tsx';
import { CourseSelect } from '../course-choice/CourseSelect.tsx';
import { installation } from '../installation/installation.contract.ts';
import { rentalClubName, HANDEDNESS, SEXES } from '../rental-clubs/rental-clubs.contract.ts';
import { TeeTimeTransactionPanel } from '../transactions/TeeTimeTransactionPanel.tsx';
import { TeeTimeWaitingRefund } from './approving/screens/TeeTimeWaitingRefund.tsx';
import { moveToNightQuestion } from './changing/night.rules.ts';
import { formatMoneyText, MoneyGroup } from './MoneyGroup.tsx';
import { TeeTimeActions, TeeTimeDialog, type TeeTimeDialogName } from './TeeTimeActions.tsx';
import { StatusTag } from './status/StatusTag.tsx';
import { teeTimes, type TeeTime } from './tee-times.contract.ts';
import { WhyBookingFailed } from './WhyBookingFailed.tsx';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import './tee-times.css';
import { Button } from '../../web/components/Button.tsx';

// The values that the Clear button sets in the editable fields; all other fields stay as loaded.
const EMPTY = {
  confirmation: '',
  play_date: '',
  play_time: '',
  players: 0,
  notes: '',
  internal_notes: '',
  folio: '',
};

/** The empty tee time that the screen shows until the real one is loaded. */
const NOT_LOADED: TeeTime = {
  id: 0,
  status: 'pending',
  is_canceled: false,
  is_changing: false,
  agent: '',
  source: 'internal',
  created_at: '',
  updated_at: '',
  course_name: '',
  course: { id: 0, course_name: '' },
  play_date: '',
  play_time: '',
  players: 0,
  confirmation: '',
  folio: '',
  notes: '',
  internal_notes: '',
  alt_emails: '',
  should_email_customer: true,
  should_email_course: true,
  pipedrive_deal_id: null,
  availability_queue_id: null,
  charge: '0.00',
  rental_amount: '0.00',
  discount_amount: '0.00',
  gift_certificate_amount: '0.00',
  total: '0.00',
  paid: '0.00',
  refunded: '0.00',
  cost: '0.00',
  failure: null,
  customer: [],
  gift_certificate: null,
  golf_discount: null,
  golf_rate: null,
  rental_clubs: [],
  transaction_record: null,
};

export function TeeTimeDetail() {
  const id = useRecordId();
  // Spec 1 §2: the page does nothing when the id is zero or negative.
  return id === 'new' ? <ScreenNotFound /> : <Detail id={id} />;
}

// An error of the rate is shown beside the fields that determine the rate.
const CAUSES = { golf_rate: ['course', 'play_date', 'play_time', 'players'] };

function Detail({ id }: { id: number }) {
  const loaded = useRef<TeeTime | null>(null);
  const [dialog, setDialog] = useState<TeeTimeDialogName | null>(null);
  const record = useRecord<TeeTime>({
    id,
    load: async (shown) => (loaded.current = await sendCall(teeTimes.show, { params: { id: shown } })),
    blank: () => ({ ...(loaded.current ?? NOT_LOADED), ...EMPTY }),
    update: (shown, teeTime) => sendCall(teeTimes.update, { body: savedBody(shown, teeTime) }),
    saving: ({ play_time }) => loaded.current && moveToNightQuestion(play_time, loaded.current.play_time),
    pathOf: (shown) => `/manage-tee-time/${shown}`,
    listPath: '/manage-tee-times',
    causes: CAUSES,
  });
  const { values: teeTime, base } = record;
  return (
    <RecordPage
      title="Tee Time"
      {...(base && headOf(base))}
      kept="tee_times"
      record={record}
      editableBy="staff"
      placesHistory
      actions={base && <TeeTimeActions teeTime={base} record={record} open={setDialog} />}
    >
      {base && <WhyBookingFailed teeTime={base} />}
      {base && <TeeTimeWaitingRefund teeTime={base} changed={record.renew} />}
      {teeTime && <Groups teeTime={teeTime} record={record} changeCustomer={() => setDialog('customer')} />}
      {dialog && base && (
        <TeeTimeDialog of={dialog} teeTime={base} changed={record.renew} close={() => setDialog(null)} />
      )}
    </RecordPage>
  );
}

/** Returns the heading of the screen: customer, day and time, course. */
function headOf(teeTime: TeeTime) {
  const { play_date, play_time, players, course, status, is_canceled } = teeTime;
  const [customer] = teeTime.customer;
  const who = customer ? `${customer.first_name} ${customer.last_name}` : 'Tee Time';
  const isMade = status !== 'failed';
  return {
    name: `${who}, ${formatDay(play_date).replace(',', '')} ${play_time}, ${course.course_name}`,
    // The day comes first, because a long heading is cut off at its end.
    short: `${formatMonthDay(play_date)} ${play_time}, ${who}`,
    tags: (
      <>
        <StatusTag status={status} /> {/* The price of a canceled tee time is hidden: nobody pays it. */}
        {isMade && !is_canceled && <Tag tone="plain">{formatMoneyText(teeTime.total)}</Tag>}
      </>
    ),
    line: `${players} ${players === 1 ? 'player' : 'players'}${isMade ? paidOf(teeTime) : ''}`,
  };
}

const paidOf = ({ paid, refunded }: TeeTime): string =>
  `, ${formatMoneyText(paid)} paid${refunded === '0.00' ? '' : `, ${formatMoneyText(refunded)} refunded`}`;

// The money fields are sent as they were loaded, because the server rejects changed ones.
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
    <RecordColumns>
      <RecordColumn>
        <FieldGroup title="Details">
          <CourseSelect
            label="Course"
            {...course}
            name="course"
            value={course.value?.id}
            known={course.value?.course_name ?? ''}
            change={(chosen?: number | null) => chosen && course.change({ id: chosen, course_name: '' })}
          />
          <DateInput label="Play Date" {...field('play_date')} />
          <TimeInput label="Play Time" {...field('play_time')} />
          <NumberInput label="Players" {...field('players')} />
          <ReadOnlyValue label="Status">
            <StatusTag status={teeTime.status} />
          </ReadOnlyValue>
          <TextInput label="Confirmation" {...field('confirmation')} />
          <TextArea label="Notes" {...field('notes')} />
          <TextArea label="Internal Notes" {...field('internal_notes')} />
        </FieldGroup>
        <RateGroup teeTime={teeTime} />
      </RecordColumn>
      <RecordColumn>
        <CustomerGroup teeTime={teeTime} record={record} changeCustomer={changeCustomer} />
        <MoneyGroup teeTime={teeTime} />
      </RecordColumn>
      <RecordColumn>
        <TeeTimeTransactionPanel id={teeTime.id} paid={teeTime.paid} />
        <RecordHistory of="tee_times" id={record.id} seen={teeTime.updated_at} />
      </RecordColumn>
    </RecordColumns>
  );
}

function CustomerGroup({ teeTime, record, changeCustomer }: GroupsProps) {
  const [customer] = teeTime.customer;
  return (
    <FieldGroup title="Customer">
      <ReadOnlyValue label="Customer">
        {customer ? (
          <span className="row one-line">
            <span className="line-text" title={`${customer.first_name} ${customer.last_name}`}>
              {customer.first_name} {customer.last_name}
            </span>
            <View
              of={`${customer.first_name} ${customer.last_name}`}
              to={`/manage-customer/${customer.id}`}
            />
            <Button className="small" onClick={changeCustomer}>
              Change
            </Button>
          </span>
        ) : (
          ''
        )}
      </ReadOnlyValue>
      <ReadOnlyValue label="Email" kind="email">
        {customer?.email ?? ''}
      </ReadOnlyValue>
      <ReadOnlyValue label="Phone" kind="tel">
        {customer?.primary_phone ?? ''}
      </ReadOnlyValue>
      <TextInput label="Folio/Account" {...record.field('folio')} />
      <Deal id={teeTime.pipedrive_deal_id} />
      <ReadOnlyValue label="Agent">{teeTime.agent}</ReadOnlyValue>
    </FieldGroup>
  );
}

function Deal({ id }: { id: number | null }) {
  const { name } = useSession();
  const settings = useQuery({
    queryKey: ['installation', name],
    queryFn: () => sendCall(installation.settings, {}, { background: true }),
  });
  return (
    <ReadOnlyValue label="Deal">
      {id !== null && id > 0 ? (
        <a href={`${settings.data?.deal_url ?? ''}${id}`} target="_blank" rel="noreferrer">
          {id}
        </a>
      ) : (
        ''
      )}
    </ReadOnlyValue>
  );
}

const View = ({ of, to }: { of: string; to: string }): ReactNode => (
  <ScreenLink to={to} aria-label={`View ${of}`}>
    View
  </ScreenLink>
);

const worded = (options: readonly (readonly [number, string])[], value: number): string =>
  options.find(([each]) => each === value)?.[1] ?? '';
/** Describes a rental club set in full: `1 x TaylorMade Qi10 set, graphite, Left, Male`. */
const clubRead = ({ quantity, handed, sex, ...club }: TeeTime['rental_clubs'][number]): string =>
  `${quantity} x ${rentalClubName(club)}, ${worded(HANDEDNESS, handed)}, ${worded(SEXES, sex)}`;

const rateName = ({ id, internal_memo }: NonNullable<TeeTime['golf_rate']>): string =>
  internal_memo || `Rate ${id}`;

const RateGroup = ({ teeTime: { golf_rate: rate, rental_clubs: clubs } }: { teeTime: TeeTime }) => (
  <FieldGroup title="Rate and clubs">
    <ReadOnlyValue label="Golf Rate Notes" tall>
      {rate && rateName(rate)} {rate && <View of={rateName(rate)} to={`/manage-rate/${rate.id}`} />}
    </ReadOnlyValue>
    <ReadOnlyValue label="Clubs" tall>
      {clubs.map(clubRead).join('\n')}
    </ReadOnlyValue>
  </FieldGroup>
);
