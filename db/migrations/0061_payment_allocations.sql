-- One payment can be for several tee times (an organizer pays for a group), and one tee time can be paid by several payments. An
-- allocation says how many cents of an attempt are for which record; before, an attempt named its only record itself. The
-- allocations of an attempt sum to its amount. A certificate that is being sold gets its allocation when it exists.
create table payment_allocations (
  payment_attempt_id uuid not null references payment_attempts (id),
  tee_time_id bigint references tee_times (id),
  gift_certificate_id bigint references gift_certificates (id),
  raw_amount bigint not null check (raw_amount > 0),
  constraint payment_allocations_of check (num_nonnulls(tee_time_id, gift_certificate_id) = 1),
  constraint payment_allocations_once unique nulls not distinct (payment_attempt_id, tee_time_id, gift_certificate_id)
);
insert into payment_allocations (payment_attempt_id, tee_time_id, gift_certificate_id, raw_amount)
  select id, tee_time_id, gift_certificate_id, raw_amount from payment_attempts
  where num_nonnulls(tee_time_id, gift_certificate_id) = 1 order by created_at;
create index payment_allocations_tee_time on payment_allocations (tee_time_id) where tee_time_id is not null;
create index payment_allocations_gift_certificate on payment_allocations (gift_certificate_id) where gift_certificate_id is not null;
analyze payment_allocations;

-- 5. As in 0055, by allocations. A tee time may have several payers, so a charge that was made twice shows in the sum alone.
drop view check_5_charges;
create view check_5_charges as
  select * from (
    select t.id as tee_time_id, t.state, t.is_card, t.raw_total, t.raw_open, t.raw_gift_certificate_amount, t.raw_paid,
      case when t.is_card then t.raw_total - t.raw_open else 0 end as must_card,
      case when t.is_card then t.raw_open else t.raw_total end as must_on_account,
      coalesce(a.charges, 0) as charges, coalesce(a.charged, 0) as charged,
      coalesce(l.paid, 0) as paid, coalesce(l.card, 0) as card, coalesce(l.on_account, 0) as on_account,
      coalesce(l.certificate, 0) as certificate, coalesce(l.bookings, 0) as bookings
    from tee_times t
    left join (select s.tee_time_id, count(*) filter (where p.kind = 'charge') as charges,
                 coalesce(sum(s.raw_amount) filter (where p.kind = 'charge'), 0)
                   - coalesce(sum(s.raw_amount) filter (where p.kind = 'refund' and o.kind = 'change' and c.state = 'succeeded'), 0)
                   as charged
               from payment_allocations s join payment_attempts p on p.id = s.payment_attempt_id
               join operations o on o.id = p.operation_id
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
         else bookings <> 1 or charged <> must_card or card <> must_card
           or on_account <> must_on_account or certificate <> raw_gift_certificate_amount end;

-- 13. No charge gives back more than it took: neither in all, nor of the cents of one record.
create or replace view check_13_given_back as
  select c.id as payment_attempt_id, c.raw_amount, sum(r.raw_amount) as given_back
  from payment_attempts c join payment_attempts r on r.charge_attempt_id = c.id and r.kind = 'refund' and r.state = 'succeeded'
  group by 1 having sum(r.raw_amount) > c.raw_amount
  union all
  select r.charge_attempt_id, coalesce(sum(distinct c.raw_amount), 0)::bigint, sum(b.raw_amount)
  from payment_attempts r join payment_allocations b on b.payment_attempt_id = r.id
  left join payment_allocations c on c.payment_attempt_id = r.charge_attempt_id
    and (c.tee_time_id, c.gift_certificate_id) is not distinct from (b.tee_time_id, b.gift_certificate_id)
  where r.kind = 'refund' and r.state = 'succeeded'
  group by r.charge_attempt_id, b.tee_time_id, b.gift_certificate_id having sum(b.raw_amount) > coalesce(min(c.raw_amount), 0);

-- 14. As in 0055, by allocations.
create or replace view check_14_certificate_sales as
  select * from (
    select o.id as operation_id, o.kind, o.state, o.answer_status,
      case when o.kind = 'certificate_sale' then 1 else -1 end * coalesce(a.moved, 0) as moved, coalesce(a.unnamed, 0) as unnamed,
      coalesce(l.transactions, 0) as transactions, coalesce(l.certificates, 0) as certificates, coalesce(l.card, 0) as card
    from operations o
    left join lateral (
      select sum(p.raw_amount) as moved, count(*) filter (where not exists (
          select from payment_allocations s where s.payment_attempt_id = p.id and s.gift_certificate_id is not null)) as unnamed
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

-- 15. As in 0055, by allocations.
create or replace view check_15_closed_certificates as
  select * from (
    select g.id as gift_certificate_id, g.refunded_at,
      (select count(*) filter (where t.kind = 'refund') - count(*) filter (where t.kind = 'refund_failed') from ledger_transactions t
        where t.gift_certificate_id = g.id and t.kind in ('refund', 'refund_failed') and t.tee_time_id is null) as refunds,
      coalesce((select sum(case when p.kind = 'charge' then s.raw_amount else -s.raw_amount end)
        from payment_allocations s join payment_attempts p on p.id = s.payment_attempt_id
        where s.gift_certificate_id = g.id and p.state = 'succeeded'), 0) as kept
    from gift_certificates g) c
  where refunds <> (refunded_at is not null)::integer or (refunded_at is not null and kept <> 0);

-- 17. The allocations of an attempt sum to its amount; only of a certificate sale there may be none yet.
create view check_17_allocations as
  select p.id as payment_attempt_id, p.raw_amount, s.allocated
  from payment_attempts p join operations o on o.id = p.operation_id
  left join lateral (select sum(a.raw_amount) as allocated from payment_allocations a where a.payment_attempt_id = p.id) s on true
  where s.allocated is distinct from p.raw_amount and (s.allocated is not null or o.kind <> 'certificate_sale');

alter table payment_attempts drop column tee_time_id, drop column gift_certificate_id;
