-- A phone number is compared without its extension and the zero that nobody dials abroad (src/contract/phone.ts): `858-555-0142 x12`
-- is the number of 858-555-0142.
create function phone_normal(typed text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(coalesce(typed, ''), '\s*(x|ext\.?|extension|#)\s*\d{1,6}\s*$', '', 'i'),
        '^(\s*\+.*)\(0\)', '\1'),
      '\D', '', 'g'),
    '^1(?=\d{10}$)', '')
$$;

drop index customers_primary_phone, customers_mobile_phone, customers_phone_text,
  former_names_primary_phone, former_names_mobile_phone;
alter table customers drop column primary_phone_normal, drop column mobile_phone_normal;
alter table customers
  add column primary_phone_normal text not null generated always as (phone_normal(primary_phone)) stored,
  add column mobile_phone_normal text not null generated always as (phone_normal(mobile_phone)) stored;
alter table customers alter column primary_phone_normal set statistics 1000;
alter table former_names drop column primary_phone_normal, drop column mobile_phone_normal;
alter table former_names
  add column primary_phone_normal text not null generated always as (phone_normal(primary_phone)) stored,
  add column mobile_phone_normal text not null generated always as (phone_normal(mobile_phone)) stored;

create index customers_primary_phone on customers (primary_phone_normal) where primary_phone_normal <> '';
create index customers_mobile_phone on customers (mobile_phone_normal) where mobile_phone_normal <> '';
create index customers_phone_text on customers using gin (primary_phone_normal gin_trgm_ops) with (gin_pending_list_limit = 256);
create index former_names_primary_phone on former_names (primary_phone_normal) where primary_phone_normal <> '';
create index former_names_mobile_phone on former_names (mobile_phone_normal) where mobile_phone_normal <> '';
