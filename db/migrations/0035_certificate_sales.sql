-- Gift certificates sold at the desk, and the refund of one that nobody spent: operations and attempts that are of no tee time.
set local statement_timeout = 0;

alter table operations
  -- the certificate that a refund is of; that of a sale is made when it is paid
  add column gift_certificate_id bigint references gift_certificates,
  drop constraint operations_kind_check,
  add constraint operations_kind_check
    check (kind in ('book', 'cancel', 'send', 'adjust', 'change', 'certificate_sale', 'certificate_refund'));
-- Transactions of certificates by what made them.
create index ledger_transactions_certificate_operation on ledger_transactions (operation_id)
  where tee_time_id is null and operation_id is not null;
create index operations_gift_certificate on operations (gift_certificate_id) where gift_certificate_id is not null;

-- A charge for a certificate names it once that is made; nothing else is of neither.
alter table payment_attempts
  alter column tee_time_id drop not null,
  add column gift_certificate_id bigint references gift_certificates,
  add constraint payment_attempts_of check (num_nonnulls(tee_time_id, gift_certificate_id) <= 1);
create index payment_attempts_gift_certificate on payment_attempts (gift_certificate_id) where gift_certificate_id is not null;

-- A refund under way holds all of its certificate, for no tee time.
alter table certificate_holds alter column tee_time_id drop not null;

-- A refund closes a certificate for good.
alter table gift_certificates add column refunded_at timestamptz;
update gift_certificates g set refunded_at = t.created_at from ledger_transactions t
  where t.gift_certificate_id = g.id and t.kind = 'refund' and t.tee_time_id is null;
alter table gift_certificates add constraint gift_certificates_closed check (refunded_at is null or (raw_balance = 0 and raw_price = 0));

-- The list shows it.
create or replace view gift_certificate_list_rows as
  select g.id, g.created_at, g.customer_id, g.raw_value, g.raw_balance, g.email_delivery, g.serial,
    c.first_name, c.last_name, c.email, g.internal_memo, g.refunded_at
  from gift_certificates g left join customers c on c.id = g.customer_id;
alter table gift_certificate_list add column refunded_at timestamptz;
update gift_certificate_list l set refunded_at = g.refunded_at from gift_certificates g
  where g.id = l.id and g.refunded_at is not null;
create or replace function relist_gift_certificate() returns trigger language plpgsql as $$
begin
  if new.customer_id is distinct from old.customer_id then
    perform from customers where id = new.customer_id for share;
    delete from gift_certificate_list where id = new.id;
    insert into gift_certificate_list select * from gift_certificate_list_rows where id = new.id;
  else
    update gift_certificate_list set created_at = new.created_at, raw_value = new.raw_value,
      raw_balance = new.raw_balance, email_delivery = new.email_delivery, serial = new.serial,
      internal_memo = new.internal_memo, refunded_at = new.refunded_at
    where id = new.id;
  end if;
  return null;
end $$;

-- 8. No hold on a tee time whose payment is decided, and none for a refund of a certificate that is.
drop view check_8_holds;
create view check_8_holds as
  select h.operation_id, h.tee_time_id, coalesce(t.state, o.state) as state
  from certificate_holds h join operations o on o.id = h.operation_id left join tee_times t on t.id = h.tee_time_id
  where case when h.tee_time_id is null then o.kind <> 'certificate_refund' or o.state = 'settled' else t.state <> 'pending' end;

-- 14. A sale or refund of a certificate that was answered as made has one transaction, of one certificate, and what a card paid or
--     got back by it is what its attempts say; one that was not, or not yet, has neither. Of an attempt of no tee time that moved
--     money the certificate is known.
create view check_14_certificate_sales as
  select * from (
    select o.id as operation_id, o.kind, o.state, o.answer_status,
      case when o.kind = 'certificate_sale' then 1 else -1 end * coalesce(a.moved, 0) as moved, coalesce(a.unnamed, 0) as unnamed,
      coalesce(l.transactions, 0) as transactions, coalesce(l.certificates, 0) as certificates, coalesce(l.card, 0) as card
    from operations o
    left join lateral (
      select sum(p.raw_amount) as moved, count(*) filter (where p.gift_certificate_id is null) as unnamed
      from payment_attempts p where p.operation_id = o.id and p.state = 'succeeded'
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

-- 15. A certificate is closed if and only if its own refund is posted, and by then nothing of what its cards paid is left with us.
create view check_15_closed_certificates as
  select * from (
    select g.id as gift_certificate_id, g.refunded_at,
      (select count(*) from ledger_transactions t
        where t.gift_certificate_id = g.id and t.kind = 'refund' and t.tee_time_id is null) as refunds,
      coalesce((select sum(case when p.kind = 'charge' then p.raw_amount else -p.raw_amount end) from payment_attempts p
        where p.gift_certificate_id = g.id and p.state = 'succeeded'), 0) as kept
    from gift_certificates g) c
  where refunds <> (refunded_at is not null)::integer or (refunded_at is not null and kept <> 0);
