-- Somebody who is forgotten keeps their number, which the books name, and nothing else.
alter table customers add column forgotten_at timestamptz;

-- Empties what these entries say before and after; the digest of it stays, by which their seals are verified.
create function forget_audit_details(ids bigint[]) returns bigint[]
language sql security definer set search_path = pg_catalog, public as $$
  with emptied as (update audit_entries e set before = null, after = null, salt = null,
      details_digest = audit_details_digest(e)
    where e.id = any(ids) and e.details_digest is null and (e.before is not null or e.after is not null)
    returning e.id)
  select coalesce(array_agg(id order by id), '{}') from emptied
$$;
revoke execute on function forget_audit_details from public;

-- Nothing new is theirs: who chose them before sees that they are gone.
create function refuse_forgotten(which bigint) returns void language plpgsql as $$
begin
  if exists (select from customers where id = which and forgotten_at is not null) then
    raise exception 'customer % was forgotten', which using errcode = 'foreign_key_violation';
  end if;
end $$;
create or replace function name_customer_who_stays() returns trigger language plpgsql as $$
begin
  new.customer_id := customer_who_stays(new.customer_id);
  if tg_op = 'INSERT' or new.customer_id is distinct from old.customer_id then perform refuse_forgotten(new.customer_id); end if;
  return new;
end $$;
create or replace function name_recipient_who_stays() returns trigger language plpgsql as $$
begin
  new.recipient_id := customer_who_stays(new.recipient_id);
  if tg_op = 'INSERT' or new.recipient_id is distinct from old.recipient_id then perform refuse_forgotten(new.recipient_id); end if;
  return new;
end $$;
