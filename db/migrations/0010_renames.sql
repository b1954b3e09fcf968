-- A course with a hundred thousand tee times is renamed in less than a second: the newest in the list have its new name at
-- once, the older ones follow, a few at a time (renames.ts). So with a customer.
create table list_renames (
  subject text not null check (subject in ('course', 'customer')),
  subject_id bigint not null,
  -- The last one that has followed, newest first; null before the first.
  created_at timestamptz,
  tee_time_id bigint,
  primary key (subject, subject_id)
);

-- Noted before any row is touched: whoever lets rows follow holds the note, and nobody waits in a circle.
create function note_rename(what text, which bigint) returns void language sql as $$
  insert into list_renames (subject, subject_id) values (what, which)
  on conflict (subject, subject_id) do update set created_at = null, tee_time_id = null;
$$;
create function forget_rename(what text, which bigint) returns void language sql as $$
  delete from list_renames where subject = what and subject_id = which;
$$;

create or replace function rename_course_in_list() returns trigger language plpgsql as $$
declare
  followed integer;
begin
  perform note_rename('course', new.id);
  update tee_time_list set course_name = new.course_name where id in
    (select id from tee_time_list where course_id = new.id order by created_at desc, id desc limit 500);
  get diagnostics followed = row_count;
  if followed < 500 then perform forget_rename('course', new.id); end if;
  return null;
end $$;

create or replace function rename_customer_in_lists() returns trigger language plpgsql as $$
declare
  followed integer;
begin
  perform note_rename('customer', new.id);
  update tee_time_list set first_name = new.first_name, last_name = new.last_name, email = new.email,
    primary_phone = new.primary_phone where id in
    (select id from tee_time_list where customer_id = new.id order by created_at desc, id desc limit 500);
  get diagnostics followed = row_count;
  if followed < 500 then perform forget_rename('customer', new.id); end if;
  update gift_certificate_list set first_name = new.first_name, last_name = new.last_name, email = new.email
    where customer_id = new.id;
  return null;
end $$;

-- 10. The lists say what their tables say, but for what has yet to follow a rename.
create or replace view check_10_lists as
  select 'tee_time' as list, coalesce(l.id, r.id) as id from tee_time_list l full join tee_time_list_rows r on r.id = l.id
  where l is distinct from r and not exists (select from list_renames
    where (subject, subject_id) in (('course', r.course_id), ('customer', r.customer_id)))
  union all
  select 'gift_certificate', coalesce(l.id, r.id) from gift_certificate_list l
    full join gift_certificate_list_rows r on r.id = l.id
  where l is distinct from r;
