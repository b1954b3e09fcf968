-- What moved on a code or a certificate is read page by page, newest first, and summed from the index alone.
drop index ledger_entries_discount;
create index ledger_entries_discount on ledger_entries (golf_discount_id, id) include (raw_amount)
  where golf_discount_id is not null;
drop index ledger_entries_certificate;
create index ledger_entries_certificate on ledger_entries (gift_certificate_id, id) include (account, raw_amount)
  where gift_certificate_id is not null;

-- One of a course's images is its main one; what an image shows, in words, is for those who can not see it.
alter table images add column alt text not null default '';
alter table images add column is_main boolean not null default false;
update images set is_main = true where id in (select min(id) from images where name is not null group by course_id);
create unique index images_main on images (course_id) where is_main;
alter table images add check (name is not null or not is_main);
