-- What home counts by the day: certificates by when they were sold, and which of them were given back.
create index gift_certificates_sold on gift_certificates (created_at) include (id, raw_value, raw_price) where raw_value > 0;
create index ledger_transactions_given_back on ledger_transactions (gift_certificate_id)
  where kind = 'refund' and tee_time_id is null;
