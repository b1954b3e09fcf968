-- The history of a rate tells what was done with its date ranges, those that are gone as well: what was written down of
-- each when it was made or deleted names its rate.
create index audit_entries_of_rate on audit_entries ((coalesce(after, before) ->> 'golf_rate_id'))
  where subject = 'rate_date_range';

-- The rounds of a customer about now, on the customer's page: a short walk either way, however many they played.
create index tee_time_list_customer_play on tee_time_list (customer_id, play_date, play_time, id);
