-- The account at the gateway whose money an attempt moves; null where it is not known, as of all that were made before this.
alter table payment_attempts add column gateway_account text;
