import { formatInstant } from '../../web/business/instant.ts';
import { useBusiness } from '../../web/business/business.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { ACTIONS } from '../audit/actions.rules.ts';
import { auditTrail, type AuditRow } from './audit-trail.contract.ts';

/** The paths of record screens, by the kind of record that audit entries name. A kind without a screen gets no link. */
const SCREENS: Record<string, string> = {
  course: '/manage-course/',
  course_group: '/manage-course-group/',
  customer: '/manage-customer/',
  discount: '/manage-discount/',
  gift_certificate: '/manage-gift-certificate/',
  helpful_link: '/helpful-link/',
  holiday: '/holiday/',
  image: '/image/',
  maintenance: '/maintenance/',
  partner: '/partner/',
  rate: '/manage-rate/',
  rental_club: '/rental-club/',
  ric_user: '/ric-user/',
  tee_time: '/manage-tee-time/',
};
const OTHERS = [
  'audit',
  'call',
  'email_template',
  'fore_up_availability',
  'import',
  'letter',
  'list',
  'lost_lead',
  'rate_date_range',
  'report',
  'report_schedule',
  'ric_message',
  'sale_configuration',
  'saved_view',
];

const SUBJECTS = [...Object.keys(SCREENS), ...OTHERS].toSorted();

const wordsOf = (subject: string): string => subject.replaceAll('_', ' ');
const recordOf = ({ subject, subject_id }: AuditRow): string =>
  [wordsOf(subject), subject_id].join(' ').trim();

function Of({ row }: { row: AuditRow }) {
  const screen = SCREENS[row.subject];
  if (screen === undefined || row.subject_id === null) return row.subject_id;
  return (
    <ScreenLink to={`${screen}${row.subject_id}`} aria-label={recordOf(row)}>
      {row.subject_id}
    </ScreenLink>
  );
}

const cardOf = (row: AuditRow, timeZone: string) => ({
  title: row.made_by,
  line: row.said,
  amount: '',
  foot: [formatInstant(row.created_at, timeZone), recordOf(row), row.address].filter(Boolean).join(' · '),
});

/** The screen that lists audit entries: who did what, from where and when. Entries cannot be changed. */
export function AuditTrail() {
  const { timeZone } = useBusiness();
  return (
    <ListPage
      title="Audit"
      noun="action"
      list={useList({ calls: auditTrail })}
      row={{ card: (row) => cardOf(row, timeZone) }}
      columns={[
        { name: 'created_at', label: 'When', kind: 'instant', width: 136 },
        { name: 'made_by', label: 'Who', sort: false, width: 152 },
        {
          name: 'action',
          label: 'What',
          sort: false,
          choices: ACTIONS.map((action) => [action, action] as const),
          cell: ({ said }) => <span title={said}>{said}</span>,
        },
        {
          name: 'subject',
          label: 'Record',
          sort: false,
          width: 150,
          choices: SUBJECTS.map((subject) => [subject, wordsOf(subject)] as const),
          cell: ({ subject }) => wordsOf(subject),
        },
        {
          name: 'subject_id',
          label: 'Number',
          kind: 'number',
          sort: false,
          width: 96,
          cell: (row) => <Of row={row} />,
        },
        { name: 'address', label: 'From', sort: false, width: 124 },
      ]}
    />
  );
}
