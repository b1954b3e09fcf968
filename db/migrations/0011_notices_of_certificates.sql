-- A notice about a certificate's letter leads to the certificate, as one about a tee time's leads there.
alter table notices add column gift_certificate_id bigint;
-- The letters of one certificate, as those of one tee time are found by outbox_tee_time.
create index outbox_gift_certificate on outbox (gift_certificate_id) where gift_certificate_id is not null;
