-- A browser in which a staff user has signed in before is known for them, by a token that it keeps in a cookie; here stands
-- its hash. Tries from it are counted apart, so that nobody's mistakes elsewhere keep its owner out.
create table known_devices (
  token_hash text not null,
  staff_user_id bigint not null references staff_users,
  last_used_at timestamptz not null,
  primary key (token_hash, staff_user_id)
);
create index known_devices_of_one on known_devices (staff_user_id, last_used_at);
