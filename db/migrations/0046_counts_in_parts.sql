-- The tee times of a day are counted in parts, one for each connection that books: in one row each booking waited for the commit
-- of the one before it. The parts of days that are over become one again (startJoiningCounts).
alter table tee_time_counts add column part integer not null default 0;
alter table tee_time_counts drop constraint tee_time_counts_pkey;
alter table tee_time_counts add primary key (created_on, part);
create or replace function count_tee_times() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tee_time_counts as c (created_on, part, tee_times)
      select (created_at at time zone 'UTC')::date, pg_backend_pid() % 64, count(*) from added group by 1 order by 1
      on conflict (created_on, part) do update set tee_times = c.tee_times + excluded.tee_times;
  else
    insert into tee_time_counts as c (created_on, part, tee_times)
      select (created_at at time zone 'UTC')::date, pg_backend_pid() % 64, -count(*) from removed group by 1 order by 1
      on conflict (created_on, part) do update set tee_times = c.tee_times + excluded.tee_times;
  end if;
  return null;
end $$;
