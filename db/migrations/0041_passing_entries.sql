-- Sign-ins, refusals, reads and sends pass: they are kept for a time, while what was done with a record is kept as long as the
-- record. All are entries of the one trail and of its one chain. A seal has a digest of its passing entries in its hash, so that
-- the chain is whole with them and without them.
alter table audit_entries add column is_passing boolean not null default false;

-- What an entry says before and after is hashed apart, so that it can be emptied and the chain still be verified; with a salt,
-- which goes as well, so that nobody finds out by guessing what it said.
alter table audit_entries add column salt uuid;
alter table audit_entries alter column salt set default gen_random_uuid();
alter table audit_entries add column details_digest text
  check (details_digest is null or (before is null and after is null and salt is null));
create index audit_entries_emptied on audit_entries (id) where details_digest is not null;
-- What says how much of the trail is not there any more, and by whose word.
create index audit_entries_gone on audit_entries (action, id) where action in ('forgot the customer', 'let go');

alter table audit_seals add column passing int8multirange, add column passing_digest bytea,
  add check ((passing is null) = (passing_digest is null));
comment on column audit_seals.passing is 'those of its entries that pass; null of seals from before there were any';

create function audit_details_digest(e audit_entries) returns text language sql stable as $$
  select encode(sha256(coalesce(uuid_send(e.salt), ''::bytea)
    || convert_to(jsonb_build_array(e.before, e.after)::text, 'UTF8')), 'hex')
$$;

-- An entry changes in one way: what it says before and after is emptied, and the digest of that is kept. It goes in one way: it
-- passes, and is a year old.
create function guard_audit_entry() returns trigger language plpgsql as $$
declare
  emptied audit_entries := old;
begin
  if tg_op = 'DELETE' then
    if old.is_passing and old.created_at < now() - interval '12 months' then return old; end if;
    raise exception 'audit_entries is append-only' using errcode = 'integrity_constraint_violation';
  end if;
  emptied.before := null;
  emptied.after := null;
  emptied.salt := null;
  emptied.details_digest := audit_details_digest(old);
  if old.details_digest is null and new is not distinct from emptied then return new; end if;
  raise exception 'audit_entries is append-only' using errcode = 'integrity_constraint_violation';
end $$;
drop trigger audit_entries_append_only on audit_entries;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function guard_audit_entry();

-- Lets go of the passing entries of whole seals that are older than asked, of the oldest seals first and so many at most; says so
-- in the trail, in the same transaction. It does not begin before a day's are due. Answers whether there may be more.
create function let_go_of_passing_entries(kept interval, most_seals integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  former bigint;
  last bigint;
  looked_at integer;
  gone integer;
begin
  if kept < interval '12 months' then raise exception 'the audit keeps every entry for twelve months'; end if;
  if not pg_try_advisory_xact_lock(hashtextextended('audit: let go', 0)) then return false; end if;
  former := coalesce((select (after ->> 'up_to_seal')::bigint from audit_entries
    where action = 'let go' order by id desc limit 1), 0);
  if not exists (select from audit_seals where id = former + 1 and sealed_at < now() - kept - interval '1 day') then
    return false;
  end if;
  select max(id) filter (where id < coalesce(young, id + 1)), count(*) into last, looked_at from (
    select id, min(id) filter (where sealed_at >= now() - kept) over () as young
    from (select id, sealed_at from audit_seals where id > former order by id limit most_seals) s) s;
  with parts as (select lower(part) as first, upper(part) as behind
    from audit_seals s, unnest(s.passing) as part where s.id > former and s.id <= last),
  deleted as (delete from audit_entries e using parts
    where e.id >= parts.first and e.id < parts.behind returning e.id)
  select count(*) into gone from deleted;
  insert into audit_entries (made_by, action, subject, after)
    values ('RIC', 'let go', 'audit', jsonb_build_object('up_to_seal', last, 'entries', gone));
  return looked_at = most_seals;
end $$;
revoke execute on function let_go_of_passing_entries from public;
