-- Why the gateway refused a request before it moved any money; null of what a bank declined. `account`: nothing that was sent is wrong.
alter table payment_attempts add column refused_for text
  check (refused_for in ('amount_too_small', 'amount_too_large', 'card', 'account', 'disputed', 'already_refunded'));
