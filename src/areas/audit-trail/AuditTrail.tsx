import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatInstant } from '../../web/business/instant.ts';
import { useBusinessSettings } from '../../web/business/business.ts';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { AUDIT_ACTIONS } from '../audit/actions.rules.ts';
import { auditTrail, type AuditRow } from './audit-trail.contract.ts';

/** The records without a screen of their own that entries name. */
const WITHOUT_SCREEN = [
  'audit',
  'call',
  'email_template',
  'fore_up_availability',
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
/** Screens whose records entries do not name, or name otherwise. */
const OTHER_SCREENS = ['mailbox', 'webhook'];

type Screens = ReadonlyMap<string, string>;
/** Returns the screens of records by the name in entries: the one of `tee_time` is at `/manage-tee-time/`. */
function useRecordScreens(): Screens {
  const { routesByPath } = useRouter();
  return useMemo(() => {
    const screens = Object.keys(routesByPath).flatMap((path) => {
      const [, address, name] = /^(\/(?:manage-)?([a-z-]+)\/)\$id$/.exec(path) ?? [];
      return address === undefined || name === undefined || OTHER_SCREENS.includes(name)
        ? []
        : [[name.replaceAll('-', '_'), address] as const];
    });
    return new Map(screens);
  }, [routesByPath]);
}

const wordsOf = (subject: string): string => subject.replaceAll('_', ' ');
const recordOf = ({ subject, subject_id }: AuditRow): string =>
  [wordsOf(subject), subject_id].join(' ').trim();

function Of({ row, screens }: { row: AuditRow; screens: Screens }) {
  const screen = screens.get(row.subject);
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
  const { timeZone } = useBusinessSettings();
  const screens = useRecordScreens();
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
          choices: AUDIT_ACTIONS.map((action) => [action, action] as const),
          cell: ({ said }) => <span title={said}>{said}</span>,
        },
        {
          name: 'subject',
          label: 'Record',
          sort: false,
          width: 150,
          choices: [...screens.keys(), ...WITHOUT_SCREEN]
            .toSorted()
            .map((subject) => [subject, wordsOf(subject)] as const),
          cell: ({ subject }) => wordsOf(subject),
        },
        {
          name: 'subject_id',
          label: 'Number',
          kind: 'number',
          sort: false,
          width: 96,
          cell: (row) => <Of row={row} screens={screens} />,
        },
        { name: 'address', label: 'From', sort: false, width: 124 },
      ]}
    />
  );
}
