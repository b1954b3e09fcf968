-- Every ten minutes the payments of the last hour are compared with the gateway's book. The table grows at its end alone.
set local statement_timeout = 0;
create index payment_attempts_sent on payment_attempts using brin (sent_at) with (pages_per_range = 16);
