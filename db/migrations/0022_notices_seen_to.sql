-- A letter that is sent again takes its notice with it.
alter table notices add column outbox_id bigint references outbox on delete set null;
create index notices_of_letters on notices (outbox_id) where outbox_id is not null;

-- Who caused it is not asked to see to it: a second look at a refund is somebody else's.
alter table notices add column caused_by bigint references staff_users;
