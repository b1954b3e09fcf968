-- How much of what is limited somebody has used: `spent_until` is the instant at which all of it will be theirs again.
create table allowances (
  what text not null,
  who text not null,
  spent_until timestamptz not null,
  primary key (what, who)
);
create index allowances_spent_until on allowances (spent_until);
