-- The audit on its screen: the newest first, and of a span of days.
create index audit_entries_newest on audit_entries (created_at desc, id desc);
