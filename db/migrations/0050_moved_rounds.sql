-- A lead that was booked stays so when its round is moved to another day. Those that were moved before are taken to be.
alter table lost_leads add column is_moved boolean not null default false;
update lost_leads l set is_moved = true from tee_times t where t.id = l.tee_time_id and t.play_date <> l.lead_date;

create or replace view check_11_open_times as
  -- Staff's clock closes a queue, the database's makes an entry.
  select 'an entry was made after its queue was closed' as what, q.id from availability_queues q
    join fore_up_availabilities a on a.id = q.fore_up_availability_id
    where q.created_at > a.queue_closed_at + interval '1 second'
  union all
  select 'a lead is of another day than its tee time', l.id from lost_leads l join tee_times t on t.id = l.tee_time_id
    where l.lead_date <> t.play_date and not l.is_moved and l.id is distinct from t.lost_lead_id
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
