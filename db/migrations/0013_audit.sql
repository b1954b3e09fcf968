-- What is written down of every change: who, from where, what, on which record, what stood there before and after, and when.
-- Nobody changes it afterwards.

-- From where the person asked whose operation it is: what follows from it may happen later, and without them.
alter table operations add column address text;

alter table audit_entries rename column details to after;
alter table audit_entries alter column after drop default, alter column after drop not null;
alter table audit_entries add column address text, add column before jsonb;

update audit_entries set
  before = case when action = 'changed the customer' then jsonb_build_object('customer_id', after -> 'before') else after -> 'before' end,
  after = case when action = 'changed the customer' then jsonb_build_object('customer_id', after -> 'after') else after -> 'after' end
where after ? 'after';
update audit_entries set after = null where after = '{}';

create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function refuse_change();
