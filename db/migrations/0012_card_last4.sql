-- The last four digits of the card that was charged, as staff and receipts name it. More of it is never kept.
alter table payment_attempts add column card_last4 text check (card_last4 ~ '^[0-9]{4}$');
