-- How many open times there are of each number of holes from each starting side, as the day's last look has it:
-- [{holes, starting_side, open_count}]. A list that has lost a whole kind is probably not whole.
alter table course_days add column kinds jsonb not null default '[]';
-- The same over all days of a course at the hour; null for hours before this.
alter table course_counts add column kinds jsonb;

-- The fields of a course system's answers, looked at once a night at the same course: what RIC reads and is sent no more.
create table course_checks (
  system text primary key,
  course_id bigint not null references courses on delete cascade,
  course_ref text not null,
  checked_at timestamptz not null,
  -- every field that was seen at this course since it is the one that is checked
  fields text[] not null,
  -- of the last check: what RIC reads and had seen before, and what it had never seen
  lost text[] not null default '{}',
  added text[] not null default '{}',
  -- the file with the last answer whose fields were others than before
  sample text
);
