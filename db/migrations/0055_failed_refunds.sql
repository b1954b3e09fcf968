-- A refund that the gateway had made can fail days later: its money stays with us after all. It is posted on the day on which it is
-- found, as a kind of its own, so that no closed day changes.
set local statement_timeout = 0;

alter table payment_attempts drop constraint payment_attempts_state_check,
  add constraint payment_attempts_state_check
    check (state in ('created', 'succeeded', 'declined', 'unknown', 'abandoned', 'reversed', 'failed'));
create index payment_attempts_settled_refunds on payment_attempts (settled_at) where kind = 'refund' and state = 'succeeded';

alter table ledger_transactions drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check
    check (kind in ('booking', 'change', 'refund', 'refund_failed', 'release', 'certificate_sale', 'certificate_adjustment'));
-- A refund and its failure are of one attempt.
drop index ledger_transactions_attempt;
create unique index ledger_transactions_attempt on ledger_transactions (payment_attempt_id, kind) where payment_attempt_id is not null;

-- 3. As in 0029, where what failed is not refunded.
create or replace view check_3_tenders as
  select e.tee_time_id, e.account,
    sum(e.raw_amount) filter (where t.kind in ('booking', 'change')) as captured,
    -sum(e.raw_amount) filter (where t.kind in ('refund', 'refund_failed')) as refunded
  from ledger_entries e join ledger_transactions t on t.id = e.ledger_transaction_id
  where e.tee_time_id is not null and e.account in ('card', 'gift_certificate')
  group by 1, 2
  having coalesce(sum(e.raw_amount) filter (where t.kind in ('booking', 'change')), 0) < 0
    or coalesce(-sum(e.raw_amount) filter (where t.kind = 'refund'), 0) < 0
    or coalesce(-sum(e.raw_amount) filter (where t.kind in ('refund', 'refund_failed')), 0)
       > coalesce(sum(e.raw_amount) filter (where t.kind in ('booking', 'change')), 0);

-- 5. As in 0029: what a change gave back is another price, also where it did not arrive.
create or replace view check_5_charges as
  select * from (
    select t.id as tee_time_id, t.state, t.is_card, t.raw_total, t.raw_open, t.raw_gift_certificate_amount, t.raw_paid,
      case when t.is_card then t.raw_total - t.raw_open else 0 end as must_card,
      case when t.is_card then t.raw_open else t.raw_total end as must_on_account,
      coalesce(a.charges, 0) as charges, coalesce(a.charging, 0) as charging, coalesce(a.charged, 0) as charged,
      coalesce(l.paid, 0) as paid, coalesce(l.card, 0) as card, coalesce(l.on_account, 0) as on_account,
      coalesce(l.certificate, 0) as certificate, coalesce(l.bookings, 0) as bookings
    from tee_times t
    left join (select p.tee_time_id, count(*) filter (where p.kind = 'charge') as charges,
                 count(distinct p.operation_id) filter (where p.kind = 'charge') as charging,
                 coalesce(sum(p.raw_amount) filter (where p.kind = 'charge'), 0)
                   - coalesce(sum(p.raw_amount) filter (where p.kind = 'refund' and o.kind = 'change' and c.state = 'succeeded'), 0)
                   as charged
               from payment_attempts p join operations o on o.id = p.operation_id
               left join payment_attempts c on c.id = p.charge_attempt_id
               -- Of a change under way nothing is posted yet.
               where p.state in ('succeeded', 'failed') and (o.kind <> 'change' or o.state = 'settled') group by 1) a
      on a.tee_time_id = t.id
    left join (select e.tee_time_id, sum(e.raw_amount) filter (where e.account = 'card') as paid,
                 sum(e.raw_amount) filter (where e.account = 'card' and x.kind in ('booking', 'change')) as card,
                 sum(e.raw_amount) filter (where e.account = 'on_account' and x.kind in ('booking', 'change')) as on_account,
                 sum(e.raw_amount) filter (where e.account = 'gift_certificate' and x.kind in ('booking', 'change')) as certificate,
                 count(distinct x.id) filter (where x.kind = 'booking') as bookings
               from ledger_entries e join ledger_transactions x on x.id = e.ledger_transaction_id
               where e.tee_time_id is not null group by 1) l on l.tee_time_id = t.id) c
  where raw_paid <> paid
    or case when state in ('pending', 'failed') then charges <> 0 or paid <> 0 or bookings <> 0
         else bookings <> 1 or charges <> charging or charged <> must_card or card <> must_card
           or on_account <> must_on_account or certificate <> raw_gift_certificate_amount end;

-- 14. As in 0035: a refund that was made and failed later keeps its own posting.
create or replace view check_14_certificate_sales as
  select * from (
    select o.id as operation_id, o.kind, o.state, o.answer_status,
      case when o.kind = 'certificate_sale' then 1 else -1 end * coalesce(a.moved, 0) as moved, coalesce(a.unnamed, 0) as unnamed,
      coalesce(l.transactions, 0) as transactions, coalesce(l.certificates, 0) as certificates, coalesce(l.card, 0) as card
    from operations o
    left join lateral (
      select sum(p.raw_amount) as moved, count(*) filter (where p.gift_certificate_id is null) as unnamed
      from payment_attempts p where p.operation_id = o.id and p.state in ('succeeded', 'failed')
        and p.kind = case when o.kind = 'certificate_sale' then 'charge' else 'refund' end) a on true
    left join lateral (
      select count(distinct t.id) as transactions, count(distinct t.gift_certificate_id) as certificates,
        sum(e.raw_amount) filter (where e.account = 'card') as card
      from ledger_transactions t join ledger_entries e on e.ledger_transaction_id = t.id
      where t.operation_id = o.id and t.tee_time_id is null
        and t.kind = case when o.kind = 'certificate_sale' then 'certificate_sale' else 'refund' end) l on true
    where o.kind in ('certificate_sale', 'certificate_refund')) c
  where card <> moved or unnamed <> 0
    or case when state = 'settled' and answer_status = 200 then transactions <> 1 or certificates <> 1
         else transactions <> 0 or moved <> 0 end;

-- 15. As in 0035: a refund that failed opens its certificate again.
create or replace view check_15_closed_certificates as
  select * from (
    select g.id as gift_certificate_id, g.refunded_at,
      (select count(*) filter (where t.kind = 'refund') - count(*) filter (where t.kind = 'refund_failed') from ledger_transactions t
        where t.gift_certificate_id = g.id and t.kind in ('refund', 'refund_failed') and t.tee_time_id is null) as refunds,
      coalesce((select sum(case when p.kind = 'charge' then p.raw_amount else -p.raw_amount end) from payment_attempts p
        where p.gift_certificate_id = g.id and p.state = 'succeeded'), 0) as kept
    from gift_certificates g) c
  where refunds <> (refunded_at is not null)::integer or (refunded_at is not null and kept <> 0);

-- 16. A refund that failed is posted once, by its amount on the card, and nothing else is; of a reversal nothing was posted.
create view check_16_failed_refunds as
  select * from (
    select r.id as payment_attempt_id, case when c.state = 'succeeded' then r.raw_amount else 0 end as failed,
      coalesce((select sum(e.raw_amount) from ledger_transactions t join ledger_entries e on e.ledger_transaction_id = t.id
        where t.payment_attempt_id = r.id and t.kind = 'refund_failed' and e.account = 'card'), 0) as posted
    from payment_attempts r join payment_attempts c on c.id = r.charge_attempt_id where r.state = 'failed') f
  where failed <> posted
  union all
  select t.payment_attempt_id, 0, 0 from ledger_transactions t left join payment_attempts r on r.id = t.payment_attempt_id
  where t.kind = 'refund_failed' and r.state is distinct from 'failed';
