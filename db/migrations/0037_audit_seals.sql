-- What is written down is chained a moment after it was committed, so that nobody who writes waits for the chain. A seal covers
-- the entries that it names; its hash is of them and of the seal before it.
create table audit_seals (
  id bigint primary key check (id > 0),
  sealed_at timestamptz not null,
  entries int8multirange not null check (not isempty(entries)),
  entry_count integer not null,
  up_to bigint not null,
  hash bytea not null
);
create index audit_seals_sealed on audit_seals (sealed_at);

create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_change();
create trigger audit_seals_not_emptied before truncate on audit_seals
  for each statement execute function refuse_change();
create trigger audit_entries_not_emptied before truncate on audit_entries
  for each statement execute function refuse_change();

comment on column audit_seals.up_to is 'what no entry of this seal or of one before it has reached';
