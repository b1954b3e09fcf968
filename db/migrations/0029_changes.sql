-- A change of a booked round with its price: an operation of its own, and a kind of ledger transaction. What it charges or gives
-- back changes what the tee time is sold for; what is refunded beside that stays a refund.
set local statement_timeout = 0;

alter table operations drop constraint operations_kind_check,
  add constraint operations_kind_check check (kind in ('book', 'cancel', 'send', 'adjust', 'change'));
alter table ledger_transactions drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check
    check (kind in ('booking', 'change', 'refund', 'release', 'certificate_sale', 'certificate_adjustment'));

-- Of a tee time that a card paid: what of its total is on account, since a change put it there. Without a card all of it is.
alter table tee_times add raw_open bigint not null default 0 check (raw_open >= 0);

-- As in 0015, with what changes put on account beside a card.
drop view tee_time_figures;
create view tee_time_figures as
  select t.*,
    (t.state <> 'canceled')::integer as bookings,
    case when t.state = 'canceled' then 0 else t.players end as rounds,
    case when t.state = 'canceled' then 0 when t.is_card then t.raw_open else t.raw_total end as raw_on_account,
    case when t.state = 'canceled' then case when t.is_card then t.raw_paid else 0 end
         when t.is_card then t.raw_paid + t.raw_open else t.raw_total end as raw_revenue,
    l.raw_certificates,
    case when t.state = 'canceled' then 0 else t.raw_cost end as raw_counted_cost,
    case when t.state = 'canceled' then 0 else (
      select coalesce(sum(c.quantity * c.raw_cost), 0)::bigint from tee_time_rental_clubs c
      where c.tee_time_id = t.id) end as raw_clubs_cost,
    l.raw_posted_card, l.raw_posted_on_account
  from tee_times t cross join lateral (
    select coalesce(sum(e.raw_amount) filter (where e.account = 'gift_certificate'), 0)::bigint as raw_certificates,
      coalesce(sum(e.raw_amount) filter (where e.account = 'card'), 0)::bigint as raw_posted_card,
      coalesce(sum(e.raw_amount) filter (where e.account = 'on_account'), 0)::bigint as raw_posted_on_account
    from ledger_entries e where e.tee_time_id = t.id) l
  where t.state in ('booked', 'cancel_pending', 'canceled');

drop trigger tee_times_resold on tee_times;
create trigger tee_times_resold after update on tee_times for each row
  when ((old.created_at, old.state, old.source, old.course_id, old.staff_user_id, old.players, old.is_card, old.raw_paid,
         old.raw_total, old.raw_open, old.raw_cost, old.gift_certificate_id)
    is distinct from (new.created_at, new.state, new.source, new.course_id, new.staff_user_id, new.players, new.is_card,
         new.raw_paid, new.raw_total, new.raw_open, new.raw_cost, new.gift_certificate_id))
  execute function note_changed_sale();

-- 3. Per tee time and tender: 0 <= refunded <= captured, where captured is what booking and changes took and left there.
create or replace view check_3_tenders as
  select e.tee_time_id, e.account,
    sum(e.raw_amount) filter (where t.kind in ('booking', 'change')) as captured,
    -sum(e.raw_amount) filter (where t.kind = 'refund') as refunded
  from ledger_entries e join ledger_transactions t on t.id = e.ledger_transaction_id
  where e.tee_time_id is not null and e.account in ('card', 'gift_certificate')
  group by 1, 2
  having coalesce(sum(e.raw_amount) filter (where t.kind in ('booking', 'change')), 0) < 0
    or coalesce(-sum(e.raw_amount) filter (where t.kind = 'refund'), 0) < 0
    or coalesce(-sum(e.raw_amount) filter (where t.kind = 'refund'), 0)
       > coalesce(sum(e.raw_amount) filter (where t.kind in ('booking', 'change')), 0);

-- 5. What was charged for a tee time less what changes gave back is what its ledger says that a card paid of its total, and no
--    operation charged twice; what is on account, its certificate's share and its stored paid amount agree with the ledger.
drop view check_5_charges;
create view check_5_charges as
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
               where p.state = 'succeeded' and (o.kind <> 'change' or o.state = 'settled') group by 1) a on a.tee_time_id = t.id
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

-- 13. No charge gives back more than it took.
create view check_13_given_back as
  select c.id as payment_attempt_id, c.raw_amount, sum(r.raw_amount) as given_back
  from payment_attempts c join payment_attempts r on r.charge_attempt_id = c.id and r.kind = 'refund' and r.state = 'succeeded'
  group by 1 having sum(r.raw_amount) > c.raw_amount;
