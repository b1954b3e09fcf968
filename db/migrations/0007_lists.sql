-- Lists that sort and filter by another table's names, kept beside their tables in the same transaction, so that a page of
-- a million tee times is one walk along one index. Everything else is read from the tables themselves.

-- Filling and indexing a large company takes longer than any answer may.
set local statement_timeout = 0;

-- Tee times --------------------------------------------------------------------------------------------------
-- What the list's rows are: the triggers, the filling below and check_10 all say it by this.
create view tee_time_list_rows as
  select t.id, t.created_at, t.customer_id, t.course_id, t.play_date, t.players, t.raw_paid, t.raw_cost,
    t.state, t.play_time, t.confirmation, t.payment_id, t.agent, c.first_name, c.last_name, c.email, c.primary_phone,
    k.course_name, t.notes, t.internal_notes
  from tee_times t join customers c on c.id = t.customer_id join courses k on k.id = t.course_id;

create table tee_time_list (
  id bigint primary key,
  created_at timestamptz not null,
  customer_id bigint not null,
  course_id bigint not null,
  play_date date not null,
  players integer not null,
  raw_paid bigint not null,
  raw_cost bigint not null,
  state text not null,
  play_time text not null,
  confirmation text not null,
  payment_id text not null,
  agent text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  primary_phone text,
  course_name text not null,
  notes text not null,
  internal_notes text not null
);
insert into tee_time_list table tee_time_list_rows;

-- An index on an expression answers alone, without the row, only where it includes the column.
create index tee_time_list_created on tee_time_list (created_at desc, id desc);
create index tee_time_list_play on tee_time_list (play_date, id);
create index tee_time_list_play_time on tee_time_list (play_time, id);
create index tee_time_list_course on tee_time_list (course_id, created_at desc, id desc);
create index tee_time_list_course_play on tee_time_list (lower(course_name) collate "C", play_date, id) include (course_name);
create index tee_time_list_customer on tee_time_list (customer_id, created_at desc, id desc);
create index tee_time_list_state on tee_time_list (state, created_at desc, id desc) where state <> 'booked';
create index tee_time_list_players on tee_time_list (players, id);
create index tee_time_list_paid on tee_time_list (raw_paid, id);
create index tee_time_list_cost on tee_time_list (raw_cost, id);
create index tee_time_list_first_name on tee_time_list (lower(first_name) collate "C", id) include (first_name);
create index tee_time_list_last_name on tee_time_list (lower(last_name) collate "C", id) include (last_name);
create index tee_time_list_confirmation on tee_time_list (lower(confirmation) collate "C", id) include (confirmation);
create index tee_time_list_payment on tee_time_list ((nullif(lower(payment_id), '') collate "C"), id);
create index tee_time_list_payment_down on tee_time_list
  ((nullif(lower(payment_id), '') collate "C") desc nulls last, id desc);
create index tee_time_list_agent on tee_time_list (lower(agent) collate "C", id) include (agent);
create index tee_time_list_text on tee_time_list using gin
  (first_name gin_trgm_ops, last_name gin_trgm_ops, email gin_trgm_ops, primary_phone gin_trgm_ops,
   confirmation gin_trgm_ops, payment_id gin_trgm_ops, agent gin_trgm_ops, notes gin_trgm_ops, internal_notes gin_trgm_ops);

-- Whoever puts a name into the list keeps it from being changed meanwhile: a change would miss the row. In one order for
-- all, so that nobody waits in a circle.
create function list_tee_times() returns trigger language plpgsql as $$
begin
  perform from customers where id in (select customer_id from added) order by id for share;
  perform from courses where id in (select course_id from added) order by id for share;
  delete from tee_time_list where id in (select id from added);
  insert into tee_time_list select * from tee_time_list_rows where id in (select id from added);
  return null;
end $$;
create trigger tee_times_listed after insert on tee_times
  referencing new table as added for each statement execute function list_tee_times();

create function relist_tee_time() returns trigger language plpgsql as $$
begin
  if new.customer_id <> old.customer_id or new.course_id <> old.course_id then
    perform from customers where id = new.customer_id for share;
    perform from courses where id = new.course_id for share;
    delete from tee_time_list where id = new.id;
    insert into tee_time_list select * from tee_time_list_rows where id = new.id;
  else
    update tee_time_list set created_at = new.created_at, play_date = new.play_date, players = new.players,
      raw_paid = new.raw_paid, raw_cost = new.raw_cost, state = new.state, play_time = new.play_time,
      confirmation = new.confirmation, payment_id = new.payment_id, agent = new.agent, notes = new.notes,
      internal_notes = new.internal_notes
    where id = new.id;
  end if;
  return null;
end $$;
create trigger tee_times_relisted after update on tee_times
  for each row when (old.* is distinct from new.*) execute function relist_tee_time();

create function unlist_tee_time() returns trigger language plpgsql as $$
begin
  delete from tee_time_list where id = old.id;
  return null;
end $$;
create trigger tee_times_unlisted after delete on tee_times for each row execute function unlist_tee_time();

create function rename_course_in_list() returns trigger language plpgsql as $$
begin
  update tee_time_list set course_name = new.course_name where course_id = new.id;
  return null;
end $$;
create trigger courses_renamed after update of course_name on courses
  for each row when (old.course_name <> new.course_name) execute function rename_course_in_list();

-- These served the list alone.
drop index tee_times_paid, tee_times_cost, tee_times_players, tee_times_confirmation_sort, tee_times_payment_sort,
  tee_times_agent_sort, tee_times_text;

-- Gift certificates ------------------------------------------------------------------------------------------
create view gift_certificate_list_rows as
  select g.id, g.created_at, g.customer_id, g.raw_value, g.raw_balance, g.email_delivery, g.serial,
    c.first_name, c.last_name, c.email, g.internal_memo
  from gift_certificates g left join customers c on c.id = g.customer_id;

create table gift_certificate_list (
  id bigint primary key,
  created_at timestamptz not null,
  customer_id bigint,
  raw_value bigint not null,
  raw_balance bigint not null,
  email_delivery boolean not null,
  serial text not null,
  -- the purchaser's
  first_name text,
  last_name text,
  email text,
  internal_memo text not null
);
insert into gift_certificate_list table gift_certificate_list_rows;

create index gift_certificate_list_created on gift_certificate_list (created_at desc, id desc);
create index gift_certificate_list_customer on gift_certificate_list (customer_id);
create index gift_certificate_list_value on gift_certificate_list (raw_value, id);
create index gift_certificate_list_balance on gift_certificate_list (raw_balance, id);
create index gift_certificate_list_delivery on gift_certificate_list ((not email_delivery), id) include (email_delivery);
create index gift_certificate_list_serial on gift_certificate_list (lower(serial) collate "C", id) include (serial);
-- The lists put missing names and notes last in both directions.
create index gift_certificate_list_first_name on gift_certificate_list
  ((nullif(lower(first_name), '') collate "C"), id) include (first_name);
create index gift_certificate_list_first_name_down on gift_certificate_list
  ((nullif(lower(first_name), '') collate "C") desc nulls last, id desc) include (first_name);
create index gift_certificate_list_last_name on gift_certificate_list
  ((nullif(lower(last_name), '') collate "C"), id) include (last_name);
create index gift_certificate_list_last_name_down on gift_certificate_list
  ((nullif(lower(last_name), '') collate "C") desc nulls last, id desc) include (last_name);
create index gift_certificate_list_email on gift_certificate_list
  ((nullif(lower(email), '') collate "C"), id) include (email);
create index gift_certificate_list_email_down on gift_certificate_list
  ((nullif(lower(email), '') collate "C") desc nulls last, id desc) include (email);
create index gift_certificate_list_memo on gift_certificate_list ((nullif(lower(internal_memo), '') collate "C"), id);
create index gift_certificate_list_memo_down on gift_certificate_list
  ((nullif(lower(internal_memo), '') collate "C") desc nulls last, id desc);
create index gift_certificate_list_text on gift_certificate_list using gin
  (first_name gin_trgm_ops, last_name gin_trgm_ops, email gin_trgm_ops, serial gin_trgm_ops, internal_memo gin_trgm_ops);

create function list_gift_certificates() returns trigger language plpgsql as $$
begin
  perform from customers where id in (select customer_id from added) order by id for share;
  delete from gift_certificate_list where id in (select id from added);
  insert into gift_certificate_list select * from gift_certificate_list_rows where id in (select id from added);
  return null;
end $$;
create trigger gift_certificates_listed after insert on gift_certificates
  referencing new table as added for each statement execute function list_gift_certificates();

create function relist_gift_certificate() returns trigger language plpgsql as $$
begin
  if new.customer_id is distinct from old.customer_id then
    perform from customers where id = new.customer_id for share;
    delete from gift_certificate_list where id = new.id;
    insert into gift_certificate_list select * from gift_certificate_list_rows where id = new.id;
  else
    update gift_certificate_list set created_at = new.created_at, raw_value = new.raw_value,
      raw_balance = new.raw_balance, email_delivery = new.email_delivery, serial = new.serial,
      internal_memo = new.internal_memo
    where id = new.id;
  end if;
  return null;
end $$;
create trigger gift_certificates_relisted after update on gift_certificates
  for each row when (old.* is distinct from new.*) execute function relist_gift_certificate();

create function unlist_gift_certificate() returns trigger language plpgsql as $$
begin
  delete from gift_certificate_list where id = old.id;
  return null;
end $$;
create trigger gift_certificates_unlisted after delete on gift_certificates
  for each row execute function unlist_gift_certificate();

drop index gift_certificates_serial_sort, gift_certificates_value, gift_certificates_balance, gift_certificates_text,
  gift_certificates_memo_sort, gift_certificates_memo_sort_down, gift_certificates_delivery;

-- Customers --------------------------------------------------------------------------------------------------
create function rename_customer_in_lists() returns trigger language plpgsql as $$
begin
  update tee_time_list set first_name = new.first_name, last_name = new.last_name, email = new.email,
    primary_phone = new.primary_phone where customer_id = new.id;
  update gift_certificate_list set first_name = new.first_name, last_name = new.last_name, email = new.email
    where customer_id = new.id;
  return null;
end $$;
create trigger customers_renamed after update of first_name, last_name, email, primary_phone on customers
  for each row when ((old.first_name, old.last_name, old.email, old.primary_phone)
    is distinct from (new.first_name, new.last_name, new.email, new.primary_phone))
  execute function rename_customer_in_lists();

-- A page far down is found in the index alone.
drop index customers_names, customers_first_name, customers_email_sort, customers_phone_sort, customers_phone_sort_down;
create index customers_names on customers (lower(last_name) collate "C", lower(first_name) collate "C", id)
  include (last_name, first_name);
create index customers_first_name on customers (lower(first_name) collate "C", id) include (first_name);
create index customers_email_sort on customers (lower(email) collate "C", id) include (email);
create index customers_phone_sort on customers ((nullif(lower(primary_phone), '') collate "C"), id) include (primary_phone);
create index customers_phone_sort_down on customers
  ((nullif(lower(primary_phone), '') collate "C") desc nulls last, id desc) include (primary_phone);

-- 10. The lists say what their tables say.
create view check_10_lists as
  select 'tee_time' as list, coalesce(l.id, r.id) as id from tee_time_list l full join tee_time_list_rows r on r.id = l.id
  where l is distinct from r
  union all
  select 'gift_certificate', coalesce(l.id, r.id) from gift_certificate_list l
    full join gift_certificate_list_rows r on r.id = l.id
  where l is distinct from r;
