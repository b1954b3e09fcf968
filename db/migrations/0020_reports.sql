-- A link to a report that opens in another tab: for one use, one minute, one person, one report and its parameters. Of the
-- ticket itself only the hash is kept, as of a session's token.
create table report_tickets (
  token_hash text primary key,
  client uuid not null references sign_ins on delete cascade,
  -- the report's address with its parameters, as the server reads them
  asked text not null,
  expires_at timestamptz not null
);
create index report_tickets_expired on report_tickets (expires_at);
