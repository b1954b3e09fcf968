-- A record is made once under its key, as bookings are.
alter table operations
  drop constraint operations_kind_check,
  add constraint operations_kind_check check (kind in (
    'book', 'cancel', 'send', 'adjust', 'change', 'certificate_sale', 'certificate_refund', 'lead', 'create'));
