-- What partners' programs ask: leads as operations, so that the same request is the same lead, and how often each key asked.

alter table operations
  drop constraint operations_kind_check,
  add constraint operations_kind_check
    check (kind in ('book', 'cancel', 'send', 'adjust', 'change', 'certificate_sale', 'certificate_refund', 'lead'));

-- By hours of UTC, for two days. `refused` are those of `requests` that came too often.
create table api_key_requests (
  api_key_id bigint not null references api_keys on delete cascade,
  hour timestamptz not null,
  requests integer not null default 0 check (requests >= 0),
  refused integer not null default 0 check (refused between 0 and requests),
  primary key (api_key_id, hour)
);
create index api_key_requests_hour on api_key_requests (hour);
