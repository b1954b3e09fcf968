-- Open times as the course systems tell them, the plan of looks that finds them, and who waits for them.

-- An IANA name; null is the zone of the business.
alter table courses add column time_zone text check (time_zone <> '');

-- One row is one course, date, time, starting side and number of holes that could be booked at some look; its id stays while
-- its day is to come. That it was seen again is kept for the whole day (course_days), not here: a look that finds nothing
-- different writes no row of this table.
alter table fore_up_availabilities
  drop column is_new,
  drop column scraped_at,
  -- empty where the system knows no sides
  add column starting_side text not null default '',
  -- null where the system does not say
  add column holes integer check (holes in (9, 18)),
  -- the instant of date and time on the course's own clock
  add column starts_at timestamptz,
  -- what the course sells it for: a list of Offer (src/outside/course/course-system.ts)
  add column offers jsonb not null default '[]',
  -- the look that first saw it, where that was news: equal to the day's completed_at while it is the newest
  add column new_at timestamptz,
  -- the first of the complete looks in a row that missed it
  add column missed_at timestamptz,
  add column gone_at timestamptz,
  add column queue_closed_by text;
-- Nothing was gathered before this: what stands here are the demonstration's, all in one zone.
update fore_up_availabilities set starts_at =
  (available_date + make_time(available_time / 100, available_time % 100, 0)) at time zone 'America/Los_Angeles';
delete from fore_up_availabilities a using fore_up_availabilities b
  where a.course_id = b.course_id and a.available_date = b.available_date and a.available_time = b.available_time and a.id > b.id;
alter table fore_up_availabilities
  alter column starts_at set not null,
  add check (available_time between 0 and 2359 and available_time % 100 < 60),
  add check (gone_at is null or missed_at is not null);
drop index fore_up_availabilities_course;
create unique index fore_up_availabilities_time
  on fore_up_availabilities (course_id, available_date, available_time, starting_side, coalesce(holes, 0));
-- What is listed is walked along these: a course's times, all of them by date or by the time of day, and a rate's. What tells
-- whether a time is listed stands in them, so that what is not is passed without reading its row.
create index fore_up_availabilities_course_open
  on fore_up_availabilities (course_id, available_date, available_time, id) include (starts_at) where gone_at is null;
create index fore_up_availabilities_open
  on fore_up_availabilities (available_date, available_time, id) include (course_id, starts_at) where gone_at is null;
create index fore_up_availabilities_clock
  on fore_up_availabilities (available_time, available_date, id) include (course_id, starts_at) where gone_at is null;
create index fore_up_availabilities_rate on fore_up_availabilities (rate_id, available_date, available_time, id);
create index fore_up_availabilities_large on fore_up_availabilities (available_date, available_time, id)
  include (course_id, starts_at, spots) where gone_at is null and spots[cardinality(spots)] > 4;

-- What is known of a course's day, and when it is looked at next. Every look writes this row, and only this one.
create table course_days (
  course_id bigint not null references courses on delete cascade,
  day date not null,
  next_look_at timestamptz not null,
  -- the last look, whatever came of it
  looked_at timestamptz,
  outcome text check (outcome in ('times', 'none', 'not_released', 'failed')),
  cause text,
  note text not null default '',
  opens_at timestamptz,
  -- the last look that told the whole day, and the first of them that found a time
  completed_at timestamptz,
  released_at timestamptz,
  -- the last look that found something different
  changed_at timestamptz,
  -- of the times of the last complete look; null asks for a comparison with the rows
  digest text,
  open_count integer not null default 0,
  -- failed looks in a row
  failures integer not null default 0,
  primary key (course_id, day)
);
create index course_days_next on course_days (next_look_at);

-- A course at its system: how the looks go, for the plan and for those who have to see to it.
create table course_sources (
  course_id bigint primary key references courses on delete cascade,
  -- where it was looked for last; another system or id begins anew
  system text not null,
  course_ref text not null,
  host text not null default '',
  since timestamptz not null default now(),
  -- looks of today (looks_on, the course's day), against round_limit
  looks_on date,
  looks integer not null default 0,
  -- failed looks in a row; no look before wait_until
  failures integer not null default 0,
  failing_since timestamptz,
  wait_until timestamptz,
  cause text,
  note text not null default '',
  looked_at timestamptz,
  completed_at timestamptz,
  changed_at timestamptz,
  -- the last look that found a time, on whatever day
  times_at timestamptz
);
-- How many times were open at a course, once an hour, for a month.
create table course_counts (
  course_id bigint not null references courses on delete cascade,
  counted_at timestamptz not null,
  open_count integer not null,
  primary key (course_id, counted_at)
);

-- A host is asked by one process at a time, one request after the other.
create table course_hosts (
  host text primary key,
  leased_by uuid,
  leased_until timestamptz,
  asked_at timestamptz,
  -- failures in a row that concern the host; no request before wait_until
  failures integer not null default 0,
  wait_until timestamptz,
  cause text,
  note text not null default ''
);

-- Who searched and left without a booking, or asked to be called. `tee_time_id` is what the customer booked for that day: held
-- when the booking is claimed, gone again when it fails. The card is a token at the gateway.
alter table lost_leads
  add column source text not null default 'public' check (source in ('public', 'partner', 'phone')),
  add column made_by text,
  add column tee_time_id bigint references tee_times on delete set null,
  -- the customer does not want it any more
  add column unwanted_at timestamptz,
  add column card_token text,
  add column card_last4 text check (card_last4 ~ '^\d{4}$'),
  add column card_expmo text,
  add column card_expyr text,
  add check (play_time ~ '^([01]\d|2[0-3]):[0-5]\d$');
update lost_leads l set
    tee_time_id = q.tee_time_id, card_token = q.card_token, card_last4 = q.card_last4,
    card_expmo = q.card_expmo, card_expyr = q.card_expyr
  from availability_queues q where q.lost_lead_id = l.id and (q.tee_time_id is not null or q.card_token is not null);
-- The list of those who may still be called, newest first.
create index lost_leads_listed on lost_leads (created_at desc, id desc) include (lead_date)
  where tee_time_id is null and unwanted_at is null;
create index lost_leads_day on lost_leads (course_id, lead_date);
create index lost_leads_customer on lost_leads (customer_id, lead_date);
create index lost_leads_tee_time on lost_leads (tee_time_id) where tee_time_id is not null;

-- A lead's place in a queue is its age among those of the queue; what it booked and its card are the lead's.
alter table availability_queues
  drop column position, drop column tee_time_id,
  drop column card_token, drop column card_last4, drop column card_expmo, drop column card_expyr;
create index availability_queues_lead on availability_queues (lost_lead_id);

-- What came of calling a waiting customer; the last one counts.
create table lead_calls (
  id bigint generated by default as identity primary key,
  lost_lead_id bigint not null references lost_leads on delete cascade,
  fore_up_availability_id bigint references fore_up_availabilities on delete set null,
  outcome text not null check (outcome in ('no_answer', 'calls_back', 'not_wanted')),
  made_by text not null,
  created_at timestamptz not null default now()
);
create index lead_calls_lead on lead_calls (lost_lead_id, id desc);

-- Whose turn it is at an open time, a place in a queue or a lead: against accident, for five minutes at a time.
create table turns (
  subject text not null check (subject in ('open_time', 'queue_entry', 'lead')),
  subject_id bigint not null,
  -- the browser tab
  holder uuid not null,
  staff_user_id bigint not null references staff_users on delete cascade,
  staff_name text not null,
  began_at timestamptz not null default now(),
  ends_at timestamptz not null,
  primary key (subject, subject_id)
);
create index turns_holder on turns (holder);

-- The lead that a booking was begun from, where that was no queue's entry.
alter table tee_times add column lost_lead_id bigint references lost_leads on delete set null;
create index tee_times_lead on tee_times (lost_lead_id) where lost_lead_id is not null;

-- What must always hold of open times and who waits for them; empty, or something is wrong. Tests look at it after each of them.
create view check_11_open_times as
  -- Staff's clock closes a queue, the database's makes an entry.
  select 'an entry was made after its queue was closed' as what, q.id from availability_queues q
    join fore_up_availabilities a on a.id = q.fore_up_availability_id
    where q.created_at > a.queue_closed_at + interval '1 second'
  union all
  select 'a lead is of another day than its tee time', l.id from lost_leads l join tee_times t on t.id = l.tee_time_id
    where l.lead_date <> t.play_date and l.id is distinct from t.lost_lead_id
      and not exists (select from availability_queues q where q.id = t.availability_queue_id and q.lost_lead_id = l.id)
  union all
  select 'a lead is held by a booking that failed', l.id from lost_leads l join tee_times t on t.id = l.tee_time_id
    where t.state = 'failed'
  union all
  select 'a time is newer than the last complete look', a.id from fore_up_availabilities a
    join course_days d on d.course_id = a.course_id and d.day = a.available_date where a.new_at > d.completed_at
  union all
  select 'a time was missed, and the next look would not compare', a.id from fore_up_availabilities a
    join course_days d on d.course_id = a.course_id and d.day = a.available_date
    where a.missed_at is not null and a.gone_at is null and a.starts_at > d.looked_at and d.digest is not null
  union all
  select 'a turn ends later than in five minutes', subject_id from turns
    where ends_at > clock_timestamp() + interval '5 minutes';
