-- The SEQUENCE (RFC 5545) of a letter's calendar entry, counted for each tee time. Letters that exist had the minute of their writing,
-- so theirs is above that.
alter table outbox add column calendar_sequence integer default floor(extract(epoch from now()) / 60)::integer + 2;
alter table outbox alter column calendar_sequence drop default;
