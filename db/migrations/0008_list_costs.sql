-- Whether a part of a text is found along the list's order or by its trigrams is decided by how often it is expected. By a
-- hundred sampled values a rare name is taken for one that ten thousand have, and its page is looked for in every row.
-- PostgreSQL samples anew by itself, `analyze` at once.
alter table tee_time_list
  alter column first_name set statistics 1000, alter column last_name set statistics 1000,
  alter column email set statistics 1000, alter column primary_phone set statistics 1000,
  alter column confirmation set statistics 1000, alter column payment_id set statistics 1000,
  alter column notes set statistics 1000, alter column internal_notes set statistics 1000;
alter table customers
  alter column first_name set statistics 1000, alter column last_name set statistics 1000,
  alter column email set statistics 1000, alter column primary_phone set statistics 1000,
  alter column primary_phone_normal set statistics 1000;

-- Customers of one type are told apart in the index as well, so that a page far down of those to choose from reads no others.
drop index customers_names, customers_first_name, customers_email_sort, customers_phone_sort, customers_phone_sort_down;
create index customers_names on customers (lower(last_name) collate "C", lower(first_name) collate "C", id)
  include (last_name, first_name, type);
create index customers_first_name on customers (lower(first_name) collate "C", id) include (first_name, type);
create index customers_email_sort on customers (lower(email) collate "C", id) include (email, type);
create index customers_phone_sort on customers ((nullif(lower(primary_phone), '') collate "C"), id)
  include (primary_phone, type);
create index customers_phone_sort_down on customers
  ((nullif(lower(primary_phone), '') collate "C") desc nulls last, id desc) include (primary_phone, type);
