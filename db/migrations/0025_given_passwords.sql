-- A password that an admin set is known to two people: its owner chooses another one before anything else.
alter table staff_users add column has_given_password boolean not null default false;
