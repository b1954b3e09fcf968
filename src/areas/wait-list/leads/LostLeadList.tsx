import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatDay } from '../../../contract/dates.ts';
import { countWithNoun } from '../../../contract/words.ts';
import { ButtonLink } from '../../../web/components/Button.tsx';
import type { ListCallColumn } from '../../../web/lists/columns.ts';
import { ListPage } from '../../../web/lists/ListPage.tsx';
import { useList } from '../../../web/lists/useList.ts';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { EmailAddress } from '../../../web/components/EmailAddress.tsx';
import { Tag } from '../../../web/records/Tag.tsx';
import {
  openTimeClockParam,
  bookingEngineAddress,
  type BookingEngineParams,
} from '../../availability/ibe-address.rules.ts';
import '../../availability/availability.css';
import { ClaimMark } from '../../claims/ClaimMark.tsx';
import { lostLeads, type LostLead } from './lost-leads.contract.ts';

type OpenTime = LostLead['fore_up_availabilities'][number];

/** Returns the address of the booking engine filled in for a lead, with the wanted time or an open one. */
function addressFor(lead: LostLead, time?: OpenTime): string {
  const { customer } = lead;
  const round: BookingEngineParams = {
    providedCourseId: lead.course.id,
    providedDateString: lead.lead_date,
    providedTime: time ? openTimeClockParam(time.available_time) : lead.play_time,
    providedPlayers: lead.players,
    providedFirstName: customer.first_name,
    providedLastName: customer.last_name,
    providedEmail: customer.email,
    providedLeadId: lead.id,
  };
  return bookingEngineAddress(time ? { ...round, providedAvailabilityId: time.id } : round);
}

const nameOf = ({ id, name, email }: LostLead): string => name || email || `lost lead ${id}`;

/** Shows the open times nearest to the time that a lead wants; times that cannot take the party are less prominent. */
function OpenTimes({ lead }: { lead: LostLead }) {
  if (lead.fore_up_availabilities.length === 0) return <span className="quiet">none open</span>;
  return (
    <span className="row-links">
      {lead.fore_up_availabilities.map((time) => {
        const fits = time.spots.includes(lead.players);
        const clock = openTimeClockParam(time.available_time);
        const spots = fits ? '' : `, only for ${time.spots.join(', ')}`;
        return (
          <ScreenLink
            key={time.id}
            to={addressFor(lead, time)}
            className="slot"
            data-misfit={fits ? undefined : true}
            title={spots ? `Only for parties of ${time.spots.join(', ')}` : undefined}
            aria-label={`Book ${clock} for ${nameOf(lead)}${spots}`}
          >
            {clock}
          </ScreenLink>
        );
      })}
    </span>
  );
}

/** Shows why a lead must not be called; empty for a lead that may be called. */
function StateTag({ lead: { tee_time_id, unwanted_at } }: { lead: LostLead }) {
  if (tee_time_id !== null) return <Tag>booked</Tag>;
  return unwanted_at === null ? null : <Tag tone="plain">not wanted</Tag>;
}

function BookLink({ lead }: { lead: LostLead }) {
  if (lead.tee_time_id !== null)
    return (
      <ScreenLink
        to={`/manage-tee-time/${lead.tee_time_id}`}
        className="list-view"
        aria-label={`View the tee time of ${nameOf(lead)}`}
      >
        View
      </ScreenLink>
    );
  return (
    <ButtonLink to={addressFor(lead)} className="small list-view" aria-label={`Book for ${nameOf(lead)}`}>
      Book
    </ButtonLink>
  );
}

const phoneOf = ({ primary_phone: phone }: LostLead) =>
  phone && <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>;

const COLUMNS: ListCallColumn<typeof lostLeads.index>[] = [
  {
    name: 'id',
    label: 'Book',
    filter: false,
    sort: false,
    always: true,
    sheet: false,
    width: 44,
    cell: (lead) => <BookLink lead={lead} />,
  },
  { name: 'lead_date', label: 'Lead Date', filterLabel: 'Lead Date', kind: 'day', lean: 'ahead', width: 124 },
  {
    name: 'course_name',
    label: 'Course Name',
    filterLabel: 'Course Name',
    width: 136,
    // The cell of open times may take two lines, so that long texts in other cells may take two as well.
    cell: ({ course_name }) => <span className="two-lines">{course_name}</span>,
  },
  { name: 'players', label: 'Players', filterLabel: 'Players', kind: 'number', width: 62 },
  { name: 'play_time', label: 'Play time', filterLabel: 'Play time', width: 74 },
  {
    name: 'fore_up_availabilities',
    label: 'Tee Time avail summary',
    sheet: false,
    width: 160,
    filter: false,
    sort: false,
    cell: (lead) => <OpenTimes lead={lead} />,
  },
  {
    name: 'name',
    label: 'Name',
    filterLabel: 'Name',
    width: 140,
    cell: (lead) => (
      <span className="slot-notes">
        <span className="two-lines" title={lead.name}>
          {lead.name} <StateTag lead={lead} />
        </span>
        <ClaimMark subject="lead" id={lead.id} />
      </span>
    ),
  },
  {
    name: 'email',
    label: 'Email',
    filterLabel: 'Email',
    cell: ({ email }) => <EmailAddress email={email} />,
  },
  { name: 'primary_phone', label: 'Phone', filterLabel: 'Phone', width: 98, cell: phoneOf },
];

const card = (lead: LostLead) => ({
  title: nameOf(lead),
  tag: (
    <>
      <StateTag lead={lead} /> <BookLink lead={lead} />
    </>
  ),
  line: `${formatDay(lead.lead_date)}, ${lead.play_time} · ${countWithNoun(lead.players, 'player')}`,
  foot: (
    <>
      {lead.course_name}
      {lead.primary_phone && ' · '}
      {phoneOf(lead)}
      {lead.email && ` · ${lead.email}`} <OpenTimes lead={lead} />
      <ClaimMark subject="lead" id={lead.id} />
    </>
  ),
});

/** Returns true if past days, booked leads and unwanted leads are listed as well, and the setter; stored in the address. */
function useAll(): [boolean, (all: boolean) => void] {
  const { all }: { all?: unknown } = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (on: boolean): void =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, all: on || undefined, page: undefined }),
    });
  return [String(all) === 'true', set];
}

/** Lists people who searched for a tee time and left without booking, each with the matching open times now. */
export function LostLeadList() {
  const [all, setAll] = useAll();
  const list = useList({ calls: lostLeads, extra: { all: all ? 'true' : undefined } });
  return (
    <ListPage
      title="Lost Leads"
      noun="lost lead"
      list={list}
      columns={COLUMNS}
      row={{ nameOf, card }}
      views={
        <label className="row">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} /> Show all
        </label>
      }
    />
  );
}
