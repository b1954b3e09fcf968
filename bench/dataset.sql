-- A company of a million tee times in RIC's own tables, for measuring: the same on every machine, with fixed days. It runs
-- after the migrations on an empty database, as a superuser; `bench.tee_times` says how many, the rest follows from it.
-- Names are skewed like a real directory, courses and customers like a real desk: few are booked very often.
set session_replication_role = replica;
set max_parallel_workers_per_gather = 0;
set synchronous_commit = off;
set maintenance_work_mem = '512MB';
set work_mem = '256MB';
set timezone = 'UTC';
set statement_timeout = 0;
select setseed(0.2026);

create temp table sizes as select n as tee_times, (n * 0.3)::int as customers, (n * 0.06)::int as certificates,
  120 as courses, 60 as staff, 400 as discounts, timestamptz '2026-11-20 17:00Z' as today
from (select coalesce(nullif(current_setting('bench.tee_times', true), ''), '1000000')::int as n) asked;

-- Indexes are made after the rows.
create temp table indexes as select indexname, concat_ws('; ', indexdef,
  (select string_agg(format('alter index %I alter column %s set statistics %s', indexname, attnum, attstattarget), '; ')
    from pg_attribute where attrelid = format('%I.%I', i.schemaname, i.indexname)::regclass and attstattarget > 0)) as indexdef
from pg_indexes i where schemaname = 'public'
  and not exists (select from pg_constraint c where c.conindid = format('%I.%I', i.schemaname, i.indexname)::regclass)
  and tablename in ('customers', 'tee_times', 'tee_time_list', 'gift_certificates', 'gift_certificate_list',
    'operations', 'payment_attempts', 'payment_allocations', 'ledger_transactions', 'ledger_entries', 'fore_up_availabilities', 'lost_leads',
    'availability_queues');
do $$ declare one text; begin
  for one in select indexname from indexes loop execute format('drop index %I', one); end loop;
end $$;

-- Words ------------------------------------------------------------------------------------------------------
create function pg_temp.pick(words text[], r float8, skew float8 default 1) returns text language sql immutable as
  $$ select words[1 + floor(power(r, skew) * array_length(words, 1))::int] $$;
create temp table words as select
  string_to_array('Maria James Robert John Michael David Linda William Richard Susan Joseph Karen Thomas Nancy Charles Lisa Daniel Betty Matthew Sandra Anthony Ashley Mark Emily Paul Donna Steven Carol Andrew Ruth Kenneth Sharon Joshua Laura Kevin Cynthia Brian Amy George Angela Timothy Anna Ronald Ruben Jason Emma Edward Nicole Jeffrey Helen Ryan Samuel Jacob Rachel Gary Janet Nicholas Diane Eric Julie Jonathan Joyce Stephen Victoria Larry Kelly Justin Grace Scott Evelyn Brandon Judith Frank Megan Gregory Andrea Raymond Hannah Patrick Jacqueline Jack Martha Dennis Gloria Jerry Teresa Alexander Ann Tyler Sara Jose Janice Adam Doris Henry Kathryn Nathan Julia Douglas Rose Zachary Judy Peter Beverly Kyle Denise Walter Marilyn Ethan Amber Jeremy Yuki Hiro Kenta Anders Sofia Mateo Ravi Mei Ingrid Olu Yukari Dmitri', ' ') as given,
  string_to_array('Smith Johnson Lee Brown Garcia Jones Miller Davis Martinez Wilson Anderson Taylor Thomas Moore Nguyen Martin Jackson Thompson White Lopez Harris Clark Lewis Robinson Walker Perez Hall Young Allen Sanchez Wright King Scott Green Baker Adams Nelson Hill Ramirez Campbell Mitchell Roberts Carter Phillips Evans Turner Torres Parker Collins Edwards Stewart Flores Morris Murphy Rivera Cook Rogers Morgan Peterson Cooper Reed Bailey Bell Gomez Kelly Howard Ward Cox Diaz Richardson Wood Watson Brooks Bennett Gray James Reyes Cruz Hughes Price Myers Long Foster Sanders Ross Morales Powell Sullivan Russell Ortiz Jenkins Gutierrez Perry Butler Barnes Fisher Henderson Coleman Simmons Patterson', ' ') as family,
  string_to_array('ab ade al am ar as bal ben bo bri ca che cla co da de di do el en fa fi ga ge go ha he hu in is ja jo ka ke ko la le li lo ma me mi mo na ne no o pa pe ra re ro sa se si ta te ti to va vi wa', ' ') as sound,
  string_to_array('ton berg ström mann ova ing dale son ez kin sky ner ard well ham wood ley sen', ' ') as ending,
  string_to_array('Torrey Pines|Carmel Mountain|Balboa Park|Coronado|Maderas|Aviara|Riverwalk|Steele Canyon|Rancho Bernardo Inn|Encinitas Ranch|The Crossings|Mission Bay|Redwood Creek|Temecula Creek|Cross Creek|Journey at Pechanga|Sycuan|Barona Creek|Salt Creek|Cottonwood|Castle Creek|Twin Oaks|Mount Woodson|Arrowood|Goat Hill Park|Oceanside|Desert Willow|Indian Canyons|Redhawk|SilverRock', '|') as course,
  string_to_array('Valley|Canyon|Mesa|Bay', '|') as place,
  string_to_array('San Diego|La Jolla|Carlsbad|Encinitas|Escondido|Poway|Chula Vista|Oceanside|Palm Springs|La Quinta|Phoenix|Las Vegas|Denver|Seattle', '|') as city,
  string_to_array('Two left handed sets, please|Walking, no carts|Pays the balance at the course|May come late, call the cell|Concierge has the voucher|Two groups, one after the other|Rain check of last visit|Likes to begin on the tenth|Guest of the hotel|Call about a twilight rate before noon|Outing, one bill|Wants to go round again|Left word, waits for an answer|Birthday, keep them together|Asked for an early check-in', '|') as note,
  string_to_array('Manager agreed to the rate|Pro shop confirmed by phone|Second card went through|Refund seen at the gateway|Same as the booking from the site|Came from the waiting list|Matched another offer|Tournament desk pays|Deposit only|Watch this card|Voucher sent twice|Moved after frost', '|') as inside;

-- Courses, staff, rates, discounts -----------------------------------------------------------------------------
insert into courses (id, course_name, city, subdivision, postcode, phone, email, rate_required, is_realtime, inactive, fore_up_id)
select i, course[1 + (i - 1) % 30] || case when i > 30 then ' ' || place[(i - 1) / 30] else '' end,
  pg_temp.pick(city, (i * 7 % 120) / 120.0), 'CA', (91900 + i)::text, '619 555 ' || lpad(i::text, 4, '0'),
  'shop' || i || '@course.example', true, i % 3 <> 0, i % 17 = 0, (1000 + i)::text
from sizes, words, generate_series(1, courses) i;
insert into staff_users (id, email, name, level, password_hash)
select i, 'agent' || i || '@ric.example', given[1 + i * 13 % 120] || ' ' || family[1 + i * 29 % 100],
  (array['admin', 'sdgr', 'psgr', 'hotels'])[1 + i % 4], 'none' from sizes, words, generate_series(1, staff) i;
insert into rates (id, course_id, type, raw_rate, raw_wholesale_rate, raw_max_refund)
select i, i, 'RicGolfRate', 4000 + i * 37 % 9000, 3000 + i * 37 % 7000, 4000 from sizes, generate_series(1, courses) i;
insert into rate_date_ranges (golf_rate_id, "start", "end", rate_days)
select i, '2018-01-01', '2040-12-31', array['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] from sizes, generate_series(1, courses) i;
insert into discounts (id, code, start_date, end_date, raw_amount)
select i, 'CODE' || i, '2018-01-01', '2040-12-31', 500 from sizes, generate_series(1, discounts) i;

-- The rest of the catalogue, which draws nothing from random ------------------------------------------------------
insert into images (course_id, created_at) select i, today - i * interval '1 day' from sizes, generate_series(1, courses) i;
insert into course_groups (id, group_name) select i, 'Group ' || pg_temp.pick(city, (i % 14) / 14.0) || ' ' || i from words, generate_series(1, 40) i;
insert into course_group_courses select g, 1 + (g * 7 + i * 11) % courses from sizes, generate_series(1, 40) g, generate_series(1, 8) i;
insert into rental_clubs (course_id, raw_cost, raw_rate, raw_charge, brand, description, handed, sex)
select 1 + i % courses, 1000 + i * 37 % 2000, 3000 + i * 37 % 4000, 4000 + i * 37 % 4000,
  (array['Callaway', 'Titleist', 'Ping', 'TaylorMade'])[1 + i % 4], 'Set ' || i, i % 2, i / 2 % 2 from sizes, generate_series(1, 360) i;
insert into maintenances (course_id, start_date, end_date, description)
select 1 + i % courses, today::date - i, today::date - i + 5, (array['Greens', 'Fairways', 'Overseeding', 'Bunkers'])[1 + i % 4] || ' ' || i
from sizes, generate_series(1, 300) i;
insert into holidays (id, name, start_date, end_date)
select i, (array['New Year', 'Easter', 'Labor Day', 'Thanksgiving'])[1 + i % 4] || ' ' || 1966 + i, today::date - i * 91, today::date - i * 91 + 2
from sizes, generate_series(1, 60) i;
insert into holiday_courses select h, 1 + (h + i * 9) % courses from sizes, generate_series(1, 60) h, generate_series(1, 12) i;
insert into helpful_links (url, description, type, "order")
select 'https://link' || i || '.example', 'Link ' || i, (array['Helpful', 'Hotel', 'PSGR'])[1 + i % 3], 1 + i / 3 from generate_series(0, 59) i;

-- Customers: half of them have one of a hundred names, the others one that is made of sounds ------------------------
insert into customers (id, type, first_name, last_name, email, address, city, subdivision, postcode, country_alpha2,
  primary_phone, created_at, updated_at)
select i, case when r6 < 0.08 then 'GiftCertificateRecipient' else 'Customer' end, first, last,
  lower(first) || '.' || lower(last) || i || '@' || (array['mail', 'post', 'inbox', 'golfers', 'office'])[1 + floor(r5 * 5)::int] || '.example',
  (1 + floor(r1 * 9000))::text || ' ' || initcap(sound[1 + i % 60]) || ' Street', pg_temp.pick(city, r3, 2), 'CA',
  (10000 + floor(r2 * 89999))::int::text, 'US', lpad((200 + floor(r4 * 799))::text, 3, '0') || '-555-' || lpad((i % 10000)::text, 4, '0'), at, at
from (
  select i, s.*, random() r1, random() r2, random() r3, random() r4, random() r5, random() r6,
    pg_temp.pick(given, random(), 1.8) as first,
    case when random() < 0.55 then pg_temp.pick(family, random(), 1.7)
      else initcap(pg_temp.pick(sound, random()) || case when random() < 0.6 then pg_temp.pick(sound, random()) else '' end || pg_temp.pick(ending, random())) end as last,
    today - interval '9 years' * (1 - i::float8 / customers) as at, sound, city
  from sizes s, words, generate_series(1, customers) i) made;

-- Tee times: denser towards today, made days before they are played -----------------------------------------------
create temp table made as
select i as id, today - interval '8 years' * (1 - power((i - 0.5) / tee_times::float8, 0.75)) - interval '6 hours' * random() as created_at,
  1 + (floor(power(random(), 2.6) * customers)::bigint * 104729 % customers)::int as customer_id,
  1 + floor(power(random(), 2.2) * courses)::int as course_id,
  1 + floor(power(random(), 1.9) * staff)::int as agent_id,
  random() as by_whom, random() as fate, least(180, floor(-ln(1 - random() * 0.999999) * 13)::int) as days_ahead,
  time '06:00' + interval '8 minutes' * floor(power(random(), 1.4) * 88)::int as play_time,
  (array[1, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4, 8])[1 + floor(random() * 14)::int] as players,
  4500 + floor(power(random(), 2) * 20000)::int as price, random() as card, random() as off, random() as gift,
  random() as noted, random() as inside_noted, random() as cost
from sizes, generate_series(1, tee_times) i;

-- Every booking with a certificate has one of its own, as long as there are some.
create temp table gifted as
select id, row_number() over (order by id)::int as certificate_id from made, sizes where gift < 0.042 and fate < 0.86;
delete from gifted using sizes where certificate_id > certificates * 0.7;
insert into gift_certificates (id, serial, raw_value, raw_price, raw_balance, customer_id, recipient_id, course_id, email_delivery,
  mail_recipient, internal_memo, created_at, updated_at)
select i, upper(substr(md5('certificate ' || i), 1, 10)), v, v, v, 1 + floor(random() * customers)::int, 1 + floor(random() * customers)::int,
  1 + floor(power(random(), 2.2) * courses)::int, i % 3 = 0, i % 3 <> 0, case when i % 5 = 0 then pg_temp.pick(inside, random()) else '' end, at, at
from (select i, s.*, inside, (array[5000, 10000, 10000, 15000, 20000, 25000, 50000])[1 + floor(random() * 7)::int] as v,
    today - interval '8 years' * (1 - i::float8 / certificates) as at
  from sizes s, words, generate_series(1, certificates) i) sold;

create temp table priced as
select m.*, m.players * m.price as charge, case when m.off < 0.13 then 500 * m.players else 0 end as discount,
  case when g.id is null then 0 else least(m.players * m.price - case when m.off < 0.13 then 500 * m.players else 0 end, g.raw_value) end as gift_amount, g.id as certificate_id,
  case when m.fate < 0.86 then 'booked' when m.fate < 0.995 then 'canceled' else 'failed' end as state
from made m left join gifted on gifted.id = m.id left join gift_certificates g on g.id = gifted.certificate_id;
create temp table whole as
select p.*, charge - discount - gift_amount as total, card >= 0.04 and charge - discount - gift_amount > 0 as is_card,
  state = 'canceled' and card >= 0.04 and fate < 0.95 as is_refunded, md5('book ' || id)::uuid as booked_by, md5('cancel ' || id)::uuid as canceled_by_operation,
  md5('charge ' || id)::uuid as charged_by, md5('refund ' || id)::uuid as refunded_by from priced p;

insert into tee_times (id, state, source, agent, staff_user_id, customer_id, course_id, play_date, play_time, players, players_booked,
  confirmation, folio, notes, internal_notes, gift_certificate_id, golf_discount_id, raw_charge, raw_discount_amount,
  raw_gift_certificate_amount, raw_total, is_card, raw_paid, raw_cost, payment_id, golf_rate_id, rate_type, raw_rate,
  canceled_at, created_at, updated_at)
select t.id, t.state, case when by_whom < 0.52 then 'internal' when by_whom < 0.96 then 'external' else 'misc' end,
  case when by_whom < 0.52 then u.name else 'Site' end, case when by_whom < 0.52 then agent_id end, customer_id, course_id,
  t.created_at::date + days_ahead, to_char(play_time, 'HH24:MI'), players, players,
  case when card < 0.10 then 'INTERNAL' else upper(substr(md5(t.id::text), 1, 8)) end, case when cost < 0.1 then 'F' || t.id % 99991 else '' end,
  case when noted < 0.35 then pg_temp.pick(note, noted / 0.35) || case when noted < 0.12 then '. ' || note[1 + t.id % 15] || ' #' || t.id % 3000 else '' end else '' end,
  case when inside_noted < 0.28 then pg_temp.pick(inside, inside_noted / 0.28) || case when inside_noted < 0.09 then '. Ref ' || substr(md5('ref ' || t.id), 1, 6) else '' end else '' end,
  certificate_id, case when discount > 0 then 1 + t.id % 400 end, charge, discount, gift_amount, total, is_card,
  case when is_card and not is_refunded and t.state <> 'failed' then total else 0 end, (charge * (0.72 + 0.16 * cost))::int,
  case when is_card and t.state <> 'failed' then 'pay_' || substr(md5('payment ' || t.id), 1, 20) else '' end, course_id, 'RicGolfRate', price,
  case when t.state = 'canceled' then t.created_at + interval '2 days' end, t.created_at, t.created_at + interval '1 minute'
from whole t join staff_users u on u.id = agent_id, words order by t.id;

-- Their books --------------------------------------------------------------------------------------------------
insert into operations (id, kind, staff_user_id, idempotency_key, fingerprint, state, tee_time_id, answer_status, created_at, updated_at)
select booked_by, 'book', agent_id, booked_by, 'dataset', 'settled', id, case state when 'failed' then 422 else 200 end, created_at, created_at from whole
union all select canceled_by_operation, 'cancel', agent_id, canceled_by_operation, 'dataset', 'settled', id, 200, created_at, created_at
from whole where state = 'canceled';
insert into payment_attempts (id, operation_id, kind, gateway, raw_amount, state, payment_id, charge_attempt_id,
  decline_reason, sent_at, settled_at, created_at)
select charged_by, booked_by, 'charge', 'built-in', total, case state when 'failed' then 'declined' else 'succeeded' end,
  case when state <> 'failed' then 'pay_' || substr(md5('payment ' || id), 1, 20) end, null,
  case state when 'failed' then 'Your card was declined.' end, created_at, created_at, created_at from whole where is_card
union all select refunded_by, canceled_by_operation, 'refund', 'built-in', total, 'succeeded', 'refund_' || substr(md5('back ' || id), 1, 20),
  charged_by, null, created_at, created_at, created_at from whole where is_card and is_refunded;
insert into payment_allocations (payment_attempt_id, tee_time_id, raw_amount)
select charged_by, id, total from whole where is_card
union all select refunded_by, id, total from whole where is_card and is_refunded;

create temp table posted as
select row_number() over (order by created_at, kind, id)::bigint as ledger_transaction_id, * from (
  select 'certificate_sale' as kind, g.id, null::bigint as tee_time_id, g.id as gift_certificate_id, null::uuid as operation_id,
    null::uuid as attempt_id, 'Site' as made_by, created_at from gift_certificates g
  union all select 'booking', id, id, certificate_id, booked_by, case when is_card then charged_by end, 'Site', created_at from whole where state <> 'failed'
  union all select 'refund', id, id, null, canceled_by_operation, refunded_by, 'Site', created_at + interval '2 days' from whole where is_card and is_refunded
  union all select 'release', id, id, null, canceled_by_operation, null, 'Site', created_at + interval '2 days' from whole
    where state = 'canceled' and not is_card and total > 0) every_one;
insert into ledger_transactions (id, kind, tee_time_id, gift_certificate_id, operation_id, payment_attempt_id, made_by, created_at)
select ledger_transaction_id, kind, tee_time_id, case when kind = 'certificate_sale' then gift_certificate_id end, operation_id, attempt_id, made_by, created_at
from posted order by 1;
insert into ledger_entries (id, ledger_transaction_id, account, raw_amount, tee_time_id, gift_certificate_id, golf_discount_id, created_at)
select row_number() over (order by p.ledger_transaction_id, e.account), p.ledger_transaction_id, e.account, e.cents, p.tee_time_id,
  case when e.account = 'gift_certificate' then p.gift_certificate_id end, case when e.account = 'discount' then 1 + p.id % 400 end, p.created_at
from posted p left join whole t on t.id = p.tee_time_id left join gift_certificates g on g.id = p.gift_certificate_id and p.kind = 'certificate_sale'
cross join lateral (values
  ('certificate_sale', case when p.kind = 'certificate_sale' then g.raw_value end),
  ('gift_certificate', case when p.kind = 'certificate_sale' then -g.raw_value when p.kind = 'booking' then t.gift_amount end),
  ('tee_time', case when p.kind = 'booking' then -t.charge when p.kind in ('refund', 'release') then t.total end),
  ('discount', case when p.kind = 'booking' then t.discount end),
  ('card', case when not t.is_card then null when p.kind = 'booking' then t.total when p.kind = 'refund' then -t.total end),
  ('on_account', case when t.is_card then null when p.kind = 'booking' then t.total when p.kind = 'release' then -t.total end)) e(account, cents)
where e.cents <> 0;
update gift_certificates g set raw_balance = g.raw_value - t.gift_amount from whole t where t.certificate_id = g.id;

-- Open times of a year that no measurement reaches, as many as tee times: a time each eight minutes at every course, with
-- parties from one to eight, of which the large ones are rare; and 100,000 who wait, some of them in 10,000 queues -----------
insert into course_days (course_id, day, next_look_at, looked_at, outcome, completed_at, released_at, changed_at, open_count)
select i, day, at + interval '12 hours', at, 'times', at, at - interval '9 days', at - interval '1 day', 88
from (select i, date '2035-01-01' + d as day, today - (i * 7 + d * 13) % 720 * interval '1 minute' as at
  from sizes, generate_series(1, courses) i, generate_series(0, ceil(tee_times / (courses * 88.0))::int - 1) d) looks;
insert into fore_up_availabilities (id, course_id, available_date, available_time, spots, rate_id, starts_at, new_at, created_at, updated_at)
select row_number() over (order by day, course_id, minute), course_id, day, minute / 60 * 100 + minute % 60,
  case when r < 0.0001 then '{1,2,3,4,5,6,7,8}' when r < 0.3 then '{1,2,3,4}' when r < 0.6 then '{2,3,4}' when r < 0.8 then '{1,2}'
    when r < 0.9 then '{2,4}' else '{1}' end::integer[],
  case when course_id % 15 <> 0 and minute < 960 then course_id end, (day + minute * interval '1 minute') at time zone 'America/Los_Angeles',
  case when slot % 40 = 7 then completed_at end, released_at, changed_at
from (select d.*, slot, 360 + slot * 8 + d.course_id % 8 as minute, random() as r from course_days d, generate_series(0, 87) slot) times;
insert into lost_leads (id, customer_id, course_id, players, lead_date, play_time, created_at, source)
select i, 1 + (i * 7919::bigint % customers)::int, 1 + i % courses, 1 + (nth % 3 + nth / 180) % 4,
  case when nth % 3 = 0 then today::date - nth % 300 else date '2035-01-01' + (nth / 3 + i) % 60 end,
  lpad((6 + (nth % 3 * 3 + nth / 180 * 5 + i) % 12)::text, 2, '0') || ':' || lpad((i * 7 % 60)::text, 2, '0'),
  today - interval '1 year' * (1 - i::float8 / (tee_times / 10)), 'public'
from sizes, generate_series(1, tee_times / 10) i, lateral (select i / courses as nth) of_course;
insert into availability_queues (fore_up_availability_id, lost_lead_id)
select a.id, l.id from (select id, course_id, row_number() over (order by id) as nth from fore_up_availabilities where id % 100 = 0) a
join lateral (select id from lost_leads where course_id = a.course_id and id % 7 = a.nth % 7 order by id desc limit 1 + a.nth % 3) l on true;

-- The tables that triggers maintain in daily use ------------------------------------------------------------------------------
insert into tee_time_counts select (created_at at time zone 'UTC')::date, count(*) from tee_times group by 1;
insert into tee_time_list select * from tee_time_list_rows order by id;
insert into gift_certificate_list select * from gift_certificate_list_rows order by id;

do $$ declare one text; begin
  for one in select indexdef from indexes loop execute one; end loop;
  for one in select format('select setval(pg_get_serial_sequence(%L, ''id''), (select max(id) from %I))', t, t)
    from unnest(array['courses', 'staff_users', 'rates', 'rate_date_ranges', 'discounts', 'customers', 'tee_times', 'gift_certificates',
      'ledger_transactions', 'ledger_entries', 'course_groups', 'holidays', 'fore_up_availabilities', 'lost_leads']) t loop execute one; end loop;
end $$;
reset session_replication_role;
