-- Two records of one person become one. What the other was called by stays here: its number, its e-mail and its phones lead
-- to the customer who stays. All that it said stands in the audit.
create table merged_customers (
  -- the number that it had among the customers
  id bigint primary key,
  -- who stays; where they are merged in turn, whoever stays then
  customer_id bigint not null references customers,
  type text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  primary_phone text,
  mobile_phone text,
  merged_by text not null,
  merged_at timestamptz not null default clock_timestamp(),
  email_normal text not null generated always as (lower(btrim(email))) stored,
  primary_phone_normal text not null generated always as
    (regexp_replace(regexp_replace(coalesce(primary_phone, ''), '\D', '', 'g'), '^1(?=\d{10}$)', '')) stored,
  mobile_phone_normal text not null generated always as
    (regexp_replace(regexp_replace(coalesce(mobile_phone, ''), '\D', '', 'g'), '^1(?=\d{10}$)', '')) stored,
  check (id <> customer_id)
);
create index merged_customers_customer on merged_customers (customer_id);
create index merged_customers_email on merged_customers (email_normal) where email_normal <> '';
create index merged_customers_primary_phone on merged_customers (primary_phone_normal) where primary_phone_normal <> '';
create index merged_customers_mobile_phone on merged_customers (mobile_phone_normal) where mobile_phone_normal <> '';

-- The customers who have an e-mail (in normal form), or had it before they were merged.
create function customers_known_by(normal text) returns setof bigint language sql stable as $$
  select c.id from customers c where c.email_normal = normal and c.email_normal <> ''
  union all
  select m.customer_id from merged_customers m where m.email_normal = normal and m.email_normal <> ''
$$;

-- Who stands for a customer's number now, kept from being merged until the transaction is over. Each statement sees what was
-- committed while the one before it waited: whoever is merged at this moment is found among the merged.
create function customer_who_stays(which bigint) returns bigint language plpgsql as $$
declare
  stays bigint;
begin
  while which is not null loop
    perform from customers where id = which for key share;
    if found then return which; end if;
    select customer_id into stays from merged_customers where id = which;
    -- Nobody: the foreign key says so.
    if not found then return which; end if;
    which := stays;
  end loop;
  return null;
end $$;

-- What names a customer names the one who stays, whenever it was begun.
create function name_customer_who_stays() returns trigger language plpgsql as $$
begin
  new.customer_id := customer_who_stays(new.customer_id);
  return new;
end $$;
create function name_recipient_who_stays() returns trigger language plpgsql as $$
begin
  new.recipient_id := customer_who_stays(new.recipient_id);
  return new;
end $$;
create trigger tee_times_customer_stays before insert or update of customer_id on tee_times
  for each row execute function name_customer_who_stays();
create trigger gift_certificates_customer_stays before insert or update of customer_id on gift_certificates
  for each row execute function name_customer_who_stays();
create trigger gift_certificates_recipient_stays before insert or update of recipient_id on gift_certificates
  for each row execute function name_recipient_who_stays();
create trigger lost_leads_customer_stays before insert or update of customer_id on lost_leads
  for each row execute function name_customer_who_stays();
