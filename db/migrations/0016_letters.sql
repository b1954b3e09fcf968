-- A letter says which version of its template it was written from; none is the built-in one. A trial is what somebody who edits a
-- template sent to themselves: nobody's receipt.
alter table outbox
  add column template_version_id bigint references email_template_versions,
  add column is_trial boolean not null default false,
  -- iCalendar (RFC 5545), attached to the letter.
  add column calendar text;
create index outbox_template_version on outbox (template_version_id) where template_version_id is not null;

alter table email_template_versions add constraint email_template_versions_template check
  (template in ('receipt', 'course_receipt', 'voucher', 'cancellation', 'gift_certificate_receipt', 'gift_certificate'));
-- What was in use once stays known as it was.
create trigger email_template_versions_never_edited before update on email_template_versions
  for each row execute function refuse_change();
