-- What must always hold. Each view is empty, or something is wrong; every row says what and where.
-- check_6 (the gateway's book) is made by the program, which has the book; the others stand here.

-- 1. Every ledger transaction sums to zero.
create view check_1_transactions_balance as
  select ledger_transaction_id, sum(raw_amount) as off_by
  from ledger_entries group by 1 having sum(raw_amount) <> 0;

-- 2. A certificate's balance is what the ledger says, never below 0, never above issued plus adjustments;
--    holds never exceed it.
create view check_2_certificates as
  select * from (
    select g.id as gift_certificate_id, g.raw_balance, g.raw_value,
      coalesce((select -sum(e.raw_amount) from ledger_entries e
        where e.gift_certificate_id = g.id and e.account = 'gift_certificate'), 0) as ledger_balance,
      coalesce((select -sum(e.raw_amount) from ledger_entries e join ledger_transactions t on t.id = e.ledger_transaction_id
        where e.gift_certificate_id = g.id and e.account = 'gift_certificate' and t.kind = 'certificate_sale'), 0) as issued,
      coalesce((select -sum(e.raw_amount) from ledger_entries e join ledger_transactions t on t.id = e.ledger_transaction_id
        where e.gift_certificate_id = g.id and e.account = 'gift_certificate' and t.kind = 'certificate_adjustment'), 0) as adjusted,
      coalesce((select sum(h.raw_amount) from certificate_holds h where h.gift_certificate_id = g.id), 0) as held
    from gift_certificates g) c
  where raw_balance <> ledger_balance or ledger_balance < 0 or ledger_balance > issued + adjusted
    or held > ledger_balance or issued <> raw_value;

-- 3. Per tee time and tender: 0 <= refunded <= captured.
create view check_3_tenders as
  select e.tee_time_id, e.account,
    sum(e.raw_amount) filter (where t.kind = 'booking') as captured,
    -sum(e.raw_amount) filter (where t.kind = 'refund') as refunded
  from ledger_entries e join ledger_transactions t on t.id = e.ledger_transaction_id
  where e.tee_time_id is not null and e.account in ('card', 'gift_certificate')
  group by 1, 2
  having coalesce(sum(e.raw_amount) filter (where t.kind = 'booking'), 0) < 0
    or coalesce(-sum(e.raw_amount) filter (where t.kind = 'refund'), 0) < 0
    or coalesce(-sum(e.raw_amount) filter (where t.kind = 'refund'), 0)
       > coalesce(sum(e.raw_amount) filter (where t.kind = 'booking'), 0);

-- 4. total = charge + clubs - discount - certificate, every term >= 0, discount <= charge.
create view check_4_totals as
  select id as tee_time_id, raw_charge, raw_rental_amount, raw_discount_amount, raw_gift_certificate_amount, raw_total
  from tee_times
  where raw_total <> raw_charge + raw_rental_amount - raw_discount_amount - raw_gift_certificate_amount
    or least(raw_charge, raw_rental_amount, raw_discount_amount, raw_gift_certificate_amount, raw_total) < 0
    or raw_discount_amount > raw_charge
    or raw_rental_amount <> coalesce((select sum(c.quantity * c.raw_charge) from tee_time_rental_clubs c where c.tee_time_id = tee_times.id), 0);

-- 5. A tee time that was booked with a card total above 0 has exactly one succeeded charge of that amount, and the
--    other way round; its ledger and its stored paid amount agree with it.
create view check_5_charges as
  select * from (
    select t.id as tee_time_id, t.state, t.is_card, t.raw_total, t.raw_paid,
      coalesce(a.charges, 0) as charges, coalesce(a.charged, 0) as charged, coalesce(l.card, 0) as card,
      coalesce(l.bookings, 0) as bookings
    from tee_times t
    left join (select tee_time_id, count(*) as charges, sum(raw_amount) as charged from payment_attempts
               where kind = 'charge' and state = 'succeeded' group by 1) a on a.tee_time_id = t.id
    left join (select tee_time_id, sum(raw_amount) filter (where account = 'card') as card,
                 count(distinct ledger_transaction_id) filter (where account = 'tee_time' and raw_amount < 0) as bookings
               from ledger_entries where tee_time_id is not null group by 1) l on l.tee_time_id = t.id) c
  where raw_paid <> card
    or case when state in ('pending', 'failed') then charges <> 0 or card <> 0 or bookings <> 0
         when is_card and raw_total > 0 then charges <> 1 or charged <> raw_total or bookings <> 1
         else charges <> 0 or bookings <> 1 end;

-- 7. No attempt stays open. The limits are the protocol's; runs with short intervals set them per session.
create function ric_limit(name text, otherwise interval) returns interval language sql stable as
  $$ select coalesce(nullif(current_setting('ric.' || name, true), '')::interval, otherwise) $$;
create view check_7_open_attempts as
  select id as payment_attempt_id, state, created_at from payment_attempts
  where state in ('created', 'unknown') and created_at < now() - ric_limit('give_up', '16 minutes');

-- 8. No hold on a tee time whose payment is decided.
create view check_8_holds as
  select h.operation_id, h.tee_time_id, t.state from certificate_holds h join tee_times t on t.id = h.tee_time_id
  where t.state <> 'pending';

-- 9. One outbox row per operation, kind and recipient.
create view check_9_outbox as
  select operation_id, kind, recipient, count(*) as copies from outbox group by 1, 2, 3 having count(*) > 1;
