-- What home counts by the day: certificates by when they were sold, and which of them were given back.
create index gift_certificates_sold on gift_certificates (created_at) include (id, raw_value, raw_price) where raw_value > 0;
create index ledger_transactions_given_back on ledger_transactions (gift_certificate_id)
  where kind = 'refund' and tee_time_id is null;
create index sales_days_day on sales_days (created_on);

-- A tee time that counts from now on is added to its day's sums. Of any other change its day is counted anew: null.
alter table sales_changes add tee_time_id bigint;
create index sales_changes_tee_time on sales_changes (tee_time_id) where tee_time_id is not null;

-- Whether this transaction itself began to count it: whoever adds it up sees all that the transaction did, or nothing.
create function is_new_sale(tee_time bigint) returns boolean language sql as
  $$ select exists (select from sales_changes where tee_time_id = tee_time and xmin = pg_current_xact_id()::xid) $$;

create or replace function note_new_sales() returns trigger language plpgsql as $$
begin
  insert into sales_changes (created_at, tee_time_id)
    select quarter(created_at), id from changed where state in ('booked', 'cancel_pending', 'canceled');
  return null;
end $$;

create function note_gone_sales() returns trigger language plpgsql as $$
begin
  insert into sales_changes (created_at)
    select distinct quarter(created_at) from changed where state in ('booked', 'cancel_pending', 'canceled');
  return null;
end $$;
drop trigger tee_times_unsold on tee_times;
create trigger tee_times_unsold after delete on tee_times
  referencing old table as changed for each statement execute function note_gone_sales();

create or replace function note_changed_sale() returns trigger language plpgsql as $$
declare
  did boolean := old.state in ('booked', 'cancel_pending', 'canceled');
  does boolean := new.state in ('booked', 'cancel_pending', 'canceled');
begin
  if does and not did then
    insert into sales_changes (created_at, tee_time_id) values (quarter(new.created_at), new.id);
  elsif did and not (does and old.created_at = new.created_at and is_new_sale(new.id)) then
    insert into sales_changes (created_at) values (quarter(old.created_at));
    if does and new.created_at <> old.created_at then
      insert into sales_changes (created_at) values (quarter(new.created_at));
    end if;
  end if;
  return null;
end $$;

create or replace function note_posted_sale() returns trigger language plpgsql as $$
begin
  insert into sales_changes (created_at)
    select distinct quarter(t.created_at) from added a join tee_times t on t.id = a.tee_time_id
    where t.state in ('booked', 'cancel_pending', 'canceled') and not is_new_sale(t.id);
  return null;
end $$;
