-- A serial is found in whatever case and grouping it is typed: what it has beside hyphens and blanks, in lower case, by a part and
-- by its beginning.
create index gift_certificate_list_serial_text on gift_certificate_list using gin
  ((translate(lower(serial), '- ', '')) gin_trgm_ops);
create index gift_certificate_list_serial_start on gift_certificate_list ((translate(lower(serial), '- ', '') collate "C"), id);
