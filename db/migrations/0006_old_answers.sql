-- The answers of old operations are looked for every hour.
create index operations_answers on operations (updated_at) where answer is not null;
