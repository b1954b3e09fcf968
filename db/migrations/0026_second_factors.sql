-- Beside the password a staff user may be asked for a code that their phone makes (RFC 6238). The secret is compared with what
-- they type, so it is kept as it is; of a recovery code the hash is enough.
create table second_factors (
  staff_user_id bigint primary key references staff_users on delete cascade,
  -- in Base32, as the phone is told it
  secret text not null check (secret <> ''),
  -- null until the phone has shown a right code once: until then none is asked for
  set_up_at timestamptz,
  -- the step of 30 seconds whose code was used last: it and those before it are used up
  last_step integer
);
create table recovery_codes (
  staff_user_id bigint not null references second_factors on delete cascade,
  code_hash text not null,
  primary key (staff_user_id, code_hash)
);
