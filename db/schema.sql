-- The schema that the migrations make, to be read; made by `npm run docs`, never edited and never run.

CREATE OR REPLACE FUNCTION public.audit_details_digest(e audit_entries)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select encode(sha256(coalesce(uuid_send(e.salt), ''::bytea)
    || convert_to(jsonb_build_array(e.before, e.after)::text, 'UTF8')), 'hex')
$function$
;

CREATE OR REPLACE FUNCTION public.count_tee_times()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into tee_time_counts as c (created_on, part, tee_times)
      select (created_at at time zone 'UTC')::date, pg_backend_pid() % 64, count(*) from added group by 1 order by 1
      on conflict (created_on, part) do update set tee_times = c.tee_times + excluded.tee_times;
  else
    insert into tee_time_counts as c (created_on, part, tee_times)
      select (created_at at time zone 'UTC')::date, pg_backend_pid() % 64, -count(*) from removed group by 1 order by 1
      on conflict (created_on, part) do update set tee_times = c.tee_times + excluded.tee_times;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.customer_who_stays(which bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  stays bigint;
begin
  while which is not null loop
    perform from customers where id = which for key share;
    if found then return which; end if;
    select customer_id into stays from merged_customers where id = which;
    -- Nobody: the foreign key says so.
    if not found then return which; end if;
    which := stays;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.customers_known_by(normal text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  select c.id from customers c where c.email_normal = normal and c.email_normal <> ''
  union all
  select f.customer_id from former_names f where f.email_normal = normal and f.email_normal <> ''
$function$
;

CREATE OR REPLACE FUNCTION public.fold(said text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((said COLLATE "C") ~ '[^ -_a-~]|  |^ | $'::text) THEN fold_letters(said) ELSE (lower((said COLLATE "C")) COLLATE "default") END
;

CREATE OR REPLACE FUNCTION public.fold_letters(said text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 1
AS $function$
declare
  plain text := lower(regexp_replace(normalize(translate(said, '´', ''''), NFKD),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]',
    '', 'g') collate "C");
begin
  if octet_length(plain) <> char_length(plain) then
    plain := translate(plain,
      'ÐØðøĐđĦħıŁłŊŋŦŧƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎʹʻʼʽʾʿˈˊˋ˗ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ՚֊־׳᠆ỺỼỾ‐‒–—―‘’‛′‵⁃−⸗ꞌÆŒÞẞ',
      'dododdhhillnnttɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏ''''''''''''''''''-ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ''--''-ỻỽỿ-----''''''''''---''æœþß');
    plain := replace(replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  plain := btrim(regexp_replace(replace(plain, '`', ''''), '[ \t\n\r\u0085\u1680\u2028\u2029]+', ' ', 'g'), ' ');
  return case when octet_length(plain) = char_length(plain) then plain else normalize(plain, NFC) end;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_audit_details(ids bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  with emptied as (update audit_entries e set before = null, after = null, salt = null,
      details_digest = audit_details_digest(e)
    where e.id = any(ids) and e.details_digest is null and (e.before is not null or e.after is not null)
    returning e.id)
  select coalesce(array_agg(id order by id), '{}') from emptied
$function$
;

CREATE OR REPLACE FUNCTION public.forget_rename(what text, which bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from list_renames where subject = what and subject_id = which;
$function$
;

CREATE OR REPLACE FUNCTION public.guard_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  emptied audit_entries := old;
begin
  if tg_op = 'DELETE' then
    if old.is_passing and old.created_at < now() - interval '12 months' then return old; end if;
    raise exception 'audit_entries is append-only' using errcode = 'integrity_constraint_violation';
  end if;
  emptied.before := null;
  emptied.after := null;
  emptied.salt := null;
  emptied.details_digest := audit_details_digest(old);
  if old.details_digest is null and new is not distinct from emptied then return new; end if;
  raise exception 'audit_entries is append-only' using errcode = 'integrity_constraint_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.is_new_sale(tee_time bigint)
 RETURNS boolean
 LANGUAGE sql
AS $function$ select exists (select from sales_changes where tee_time_id = tee_time and xmin = pg_current_xact_id()::xid) $function$
;

CREATE OR REPLACE FUNCTION public.let_go_of_passing_entries(kept interval, most_seals integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
declare
  former bigint;
  last bigint;
  looked_at integer;
  gone integer;
begin
  if kept < interval '12 months' then raise exception 'the audit keeps every entry for twelve months'; end if;
  if not pg_try_advisory_xact_lock(hashtextextended('audit: let go', 0)) then return false; end if;
  former := coalesce((select (after ->> 'up_to_seal')::bigint from audit_entries
    where action = 'let go' order by id desc limit 1), 0);
  if not exists (select from audit_seals where id = former + 1 and sealed_at < now() - kept - interval '1 day') then
    return false;
  end if;
  select max(id) filter (where id < coalesce(young, id + 1)), count(*) into last, looked_at from (
    select id, min(id) filter (where sealed_at >= now() - kept) over () as young
    from (select id, sealed_at from audit_seals where id > former order by id limit most_seals) s) s;
  with parts as (select lower(part) as first, upper(part) as behind
    from audit_seals s, unnest(s.passing) as part where s.id > former and s.id <= last),
  deleted as (delete from audit_entries e using parts
    where e.id >= parts.first and e.id < parts.behind returning e.id)
  select count(*) into gone from deleted;
  insert into audit_entries (made_by, action, subject, after)
    values ('RIC', 'let go', 'audit', jsonb_build_object('up_to_seal', last, 'entries', gone));
  return looked_at = most_seals;
end $function$
;

CREATE OR REPLACE FUNCTION public.list_gift_certificates()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from customers where id in (select customer_id from added) order by id for share;
  delete from gift_certificate_list where id in (select id from added);
  insert into gift_certificate_list select * from gift_certificate_list_rows where id in (select id from added);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.list_tee_times()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from customers where id in (select customer_id from added) order by id for share;
  perform from courses where id in (select course_id from added) order by id for share;
  delete from tee_time_list where id in (select id from added);
  insert into tee_time_list select * from tee_time_list_rows where id in (select id from added);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.lower_case(said text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(said) = char_length(said)) THEN (lower((said COLLATE "C")) COLLATE "default") ELSE lower_case_letters(said) END
;

CREATE OR REPLACE FUNCTION public.lower_case_letters(said text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 1
AS $function$
begin
  return translate(lower(said collate "C"),
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾸᾹᾺΆᾼῈΈῊΉῌῘῙῚΊῨῩῪΎῬῸΌῺΏῼ',
    'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕßạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾰᾱὰάᾳὲέὴήῃῐῑὶίῠῡὺύῥὸόὼώῳ');
end $function$
;

CREATE OR REPLACE FUNCTION public.name_customer_who_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.customer_id := customer_who_stays(new.customer_id);
  if tg_op = 'INSERT' or new.customer_id is distinct from old.customer_id then perform refuse_forgotten(new.customer_id); end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.name_recipient_who_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.recipient_id := customer_who_stays(new.recipient_id);
  if tg_op = 'INSERT' or new.recipient_id is distinct from old.recipient_id then perform refuse_forgotten(new.recipient_id); end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_changed_sale()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  did boolean := old.state in ('booked', 'cancel_pending', 'canceled');
  does boolean := new.state in ('booked', 'cancel_pending', 'canceled');
begin
  if does and not did then
    insert into sales_changes (created_at, tee_time_id) values (quarter(new.created_at), new.id);
  elsif did and not (does and old.created_at = new.created_at and is_new_sale(new.id)) then
    insert into sales_changes (created_at) values (quarter(old.created_at));
    if does and new.created_at <> old.created_at then
      insert into sales_changes (created_at) values (quarter(new.created_at));
    end if;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_gone_sales()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into sales_changes (created_at)
    select distinct quarter(created_at) from changed where state in ('booked', 'cancel_pending', 'canceled');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_new_sales()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into sales_changes (created_at, tee_time_id)
    select quarter(created_at), id from changed where state in ('booked', 'cancel_pending', 'canceled');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_posted_sale()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into sales_changes (created_at)
    select distinct quarter(t.created_at) from added a join tee_times t on t.id = a.tee_time_id
    where t.state in ('booked', 'cancel_pending', 'canceled') and not is_new_sale(t.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_rename(what text, which bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into list_renames (subject, subject_id) values (what, which)
  on conflict (subject, subject_id) do update set created_at = null, tee_time_id = null;
$function$
;

CREATE OR REPLACE FUNCTION public.phone_normal(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(coalesce(typed, ''), '\s*(x|ext\.?|extension|#)\s*\d{1,6}\s*$', '', 'i'),
        '^(\s*\+.*)\(0\)', '\1'),
      '\D', '', 'g'),
    '^1(?=\d{10}$)', '')
$function$
;

CREATE OR REPLACE FUNCTION public.quarter(moment timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$ select date_bin('15 minutes', moment, timestamptz '2000-01-01 00:00:00Z') $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_forgotten(which bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from customers where id = which and forgotten_at is not null) then
    raise exception 'customer % was forgotten', which using errcode = 'foreign_key_violation';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.relist_gift_certificate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.relist_tee_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.customer_id <> old.customer_id or new.course_id <> old.course_id then
    perform from customers where id = new.customer_id for share;
    perform from courses where id = new.course_id for share;
    delete from tee_time_list where id = new.id;
    insert into tee_time_list select * from tee_time_list_rows where id = new.id;
  else
    update tee_time_list set created_at = new.created_at, play_date = new.play_date, players = new.players,
      raw_paid = new.raw_paid, raw_cost = new.raw_cost, state = new.state, play_time = new.play_time,
      confirmation = new.confirmation, payment_id = new.payment_id, agent = new.agent, notes = new.notes,
      internal_notes = new.internal_notes
    where id = new.id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.rename_course_in_list()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  followed integer;
begin
  perform note_rename('course', new.id);
  update tee_time_list set course_name = new.course_name where id in
    (select id from tee_time_list where course_id = new.id order by created_at desc, id desc limit 500);
  get diagnostics followed = row_count;
  if followed < 500 then perform forget_rename('course', new.id); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.rename_customer_in_lists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  followed integer;
begin
  perform note_rename('customer', new.id);
  update tee_time_list set first_name = new.first_name, last_name = new.last_name, email = new.email,
    primary_phone = new.primary_phone where id in
    (select id from tee_time_list where customer_id = new.id order by created_at desc, id desc limit 500);
  get diagnostics followed = row_count;
  if followed < 500 then perform forget_rename('customer', new.id); end if;
  update gift_certificate_list set first_name = new.first_name, last_name = new.last_name, email = new.email
    where customer_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ric_limit(name text, otherwise interval)
 RETURNS interval
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(nullif(current_setting('ric.' || name, true), '')::interval, otherwise) $function$
;

CREATE OR REPLACE FUNCTION public.unlist_gift_certificate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from gift_certificate_list where id = old.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.unlist_tee_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from tee_time_list where id = old.id;
  return null;
end $function$
;

create table allowances (
  what text not null,
  who text not null,
  spent_until timestamp with time zone not null,
  constraint allowances_pkey PRIMARY KEY (what, who)
);
CREATE INDEX allowances_spent_until ON public.allowances USING btree (spent_until);

create table api_actions (
  id bigint generated by default as identity not null,
  api_action_name text not null,
  constraint api_actions_api_action_name_key UNIQUE (api_action_name),
  constraint api_actions_pkey PRIMARY KEY (id)
);

create table api_key_requests (
  api_key_id bigint not null,
  hour timestamp with time zone not null,
  requests integer default 0 not null,
  refused integer default 0 not null,
  constraint api_key_requests_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint api_key_requests_check CHECK (((refused >= 0) AND (refused <= requests))),
  constraint api_key_requests_pkey PRIMARY KEY (api_key_id, hour),
  constraint api_key_requests_requests_check CHECK ((requests >= 0))
);
CREATE INDEX api_key_requests_hour ON public.api_key_requests USING btree (hour);

create table api_keys (
  id bigint generated by default as identity not null,
  api_user_id bigint not null,
  key_hash text not null,
  key_end text default ''::text not null,
  made_by text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  withdrawn_by text,
  constraint api_keys_api_user_id_fkey FOREIGN KEY (api_user_id) REFERENCES api_users(id) ON DELETE CASCADE,
  constraint api_keys_check CHECK (((withdrawn_by IS NULL) OR (withdrawn_at IS NOT NULL))),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_pkey PRIMARY KEY (id)
);
CREATE INDEX api_keys_api_user ON public.api_keys USING btree (api_user_id);

create table api_users (
  id bigint generated by default as identity not null,
  api_user_name text not null,
  created_at timestamp with time zone default now() not null,
  is_public_site boolean default false not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint api_users_api_user_name_check CHECK ((api_user_name <> ''::text)),
  constraint api_users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX api_users_name ON public.api_users USING btree (lower(api_user_name) COLLATE "C");

create table audit_entries (
  id bigint generated by default as identity not null,
  created_at timestamp with time zone default now() not null,
  made_by text not null,
  action text not null,
  subject text not null,
  subject_id bigint,
  after jsonb,
  address text,
  before jsonb,
  is_passing boolean default false not null,
  salt uuid default gen_random_uuid(),
  details_digest text,
  constraint audit_entries_check CHECK (((details_digest IS NULL) OR ((before IS NULL) AND (after IS NULL) AND (salt IS NULL)))),
  constraint audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_emptied ON public.audit_entries USING btree (id) WHERE (details_digest IS NOT NULL);
CREATE INDEX audit_entries_gone ON public.audit_entries USING btree (action, id) WHERE (action = ANY (ARRAY['forgot the customer'::text, 'let go'::text]));
CREATE INDEX audit_entries_newest ON public.audit_entries USING btree (created_at DESC, id DESC);
CREATE INDEX audit_entries_of_rate ON public.audit_entries USING btree (((COALESCE(after, before) ->> 'golf_rate_id'::text))) WHERE (subject = 'rate_date_range'::text);
CREATE INDEX audit_entries_subject ON public.audit_entries USING btree (subject, subject_id, id);
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION guard_audit_entry();
CREATE TRIGGER audit_entries_not_emptied BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_seals (
  id bigint not null,
  sealed_at timestamp with time zone not null,
  entries int8multirange not null,
  entry_count integer not null,
  up_to bigint not null,
  hash bytea not null,
  passing int8multirange,
  passing_digest bytea,
  constraint audit_seals_check CHECK (((passing IS NULL) = (passing_digest IS NULL))),
  constraint audit_seals_entries_check CHECK ((NOT isempty(entries))),
  constraint audit_seals_id_check CHECK ((id > 0)),
  constraint audit_seals_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_seals_sealed ON public.audit_seals USING btree (sealed_at);
CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE ON public.audit_seals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seals_not_emptied BEFORE TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table availability_queues (
  id bigint generated by default as identity not null,
  fore_up_availability_id bigint not null,
  lost_lead_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint availability_queues_fore_up_availability_id_fkey FOREIGN KEY (fore_up_availability_id) REFERENCES fore_up_availabilities(id) ON DELETE CASCADE,
  constraint availability_queues_fore_up_availability_id_lost_lead_id_key UNIQUE (fore_up_availability_id, lost_lead_id),
  constraint availability_queues_lost_lead_id_fkey FOREIGN KEY (lost_lead_id) REFERENCES lost_leads(id) ON DELETE CASCADE,
  constraint availability_queues_pkey PRIMARY KEY (id)
);
CREATE INDEX availability_queues_lead ON public.availability_queues USING btree (lost_lead_id);

create table certificate_holds (
  operation_id uuid not null,
  gift_certificate_id bigint not null,
  tee_time_id bigint,
  raw_amount bigint not null,
  constraint certificate_holds_gift_certificate_id_fkey FOREIGN KEY (gift_certificate_id) REFERENCES gift_certificates(id),
  constraint certificate_holds_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES operations(id),
  constraint certificate_holds_pkey PRIMARY KEY (operation_id),
  constraint certificate_holds_raw_amount_check CHECK ((raw_amount > 0)),
  constraint certificate_holds_tee_time_id_fkey FOREIGN KEY (tee_time_id) REFERENCES tee_times(id)
);
CREATE INDEX certificate_holds_certificate ON public.certificate_holds USING btree (gift_certificate_id);

create table course_checks (
  system text not null,
  course_id bigint not null,
  course_ref text not null,
  checked_at timestamp with time zone not null,
  fields text[] not null,
  lost text[] default '{}'::text[] not null,
  added text[] default '{}'::text[] not null,
  sample text,
  constraint course_checks_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id) ON DELETE CASCADE,
  constraint course_checks_pkey PRIMARY KEY (system)
);

create table course_counts (
  course_id bigint not null,
  counted_at timestamp with time zone not null,
  open_count integer not null,
  kinds jsonb,
  constraint course_counts_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id) ON DELETE CASCADE,
  constraint course_counts_pkey PRIMARY KEY (course_id, counted_at)
);

create table course_days (
  course_id bigint not null,
  day date not null,
  next_look_at timestamp with time zone not null,
  looked_at timestamp with time zone,
  outcome text,
  cause text,
  note text default ''::text not null,
  opens_at timestamp with time zone,
  completed_at timestamp with time zone,
  released_at timestamp with time zone,
  changed_at timestamp with time zone,
  digest text,
  open_count integer default 0 not null,
  failures integer default 0 not null,
  kinds jsonb default '[]'::jsonb not null,
  constraint course_days_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id) ON DELETE CASCADE,
  constraint course_days_outcome_check CHECK ((outcome = ANY (ARRAY['times'::text, 'none'::text, 'not_released'::text, 'failed'::text]))),
  constraint course_days_pkey PRIMARY KEY (course_id, day)
);
CREATE INDEX course_days_next ON public.course_days USING btree (next_look_at);

create table course_group_actions (
  course_group_id bigint not null,
  api_action_id bigint not null,
  constraint course_group_actions_api_action_id_fkey FOREIGN KEY (api_action_id) REFERENCES api_actions(id),
  constraint course_group_actions_course_group_id_fkey FOREIGN KEY (course_group_id) REFERENCES course_groups(id) ON DELETE CASCADE,
  constraint course_group_actions_pkey PRIMARY KEY (course_group_id, api_action_id)
);

create table course_group_courses (
  course_group_id bigint not null,
  course_id bigint not null,
  constraint course_group_courses_course_group_id_fkey FOREIGN KEY (course_group_id) REFERENCES course_groups(id) ON DELETE CASCADE,
  constraint course_group_courses_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id) ON DELETE CASCADE,
  constraint course_group_courses_pkey PRIMARY KEY (course_group_id, course_id)
);
CREATE INDEX course_group_courses_course ON public.course_group_courses USING btree (course_id);

create table course_group_users (
  course_group_id bigint not null,
  api_user_id bigint not null,
  constraint course_group_users_api_user_id_fkey FOREIGN KEY (api_user_id) REFERENCES api_users(id) ON DELETE CASCADE,
  constraint course_group_users_course_group_id_fkey FOREIGN KEY (course_group_id) REFERENCES course_groups(id) ON DELETE CASCADE,
  constraint course_group_users_pkey PRIMARY KEY (course_group_id, api_user_id)
);

create table course_groups (
  id bigint generated by default as identity not null,
  group_name text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint course_groups_group_name_check CHECK ((group_name <> ''::text)),
  constraint course_groups_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX course_groups_name ON public.course_groups USING btree (lower(group_name) COLLATE "C");

create table course_hosts (
  host text not null,
  leased_by uuid,
  leased_until timestamp with time zone,
  asked_at timestamp with time zone,
  failures integer default 0 not null,
  wait_until timestamp with time zone,
  cause text,
  note text default ''::text not null,
  constraint course_hosts_pkey PRIMARY KEY (host)
);

create table course_sources (
  course_id bigint not null,
  system text not null,
  course_ref text not null,
  host text default ''::text not null,
  since timestamp with time zone default now() not null,
  looks_on date,
  looks integer default 0 not null,
  failures integer default 0 not null,
  failing_since timestamp with time zone,
  wait_until timestamp with time zone,
  cause text,
  note text default ''::text not null,
  looked_at timestamp with time zone,
  completed_at timestamp with time zone,
  changed_at timestamp with time zone,
  times_at timestamp with time zone,
  constraint course_sources_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id) ON DELETE CASCADE,
  constraint course_sources_pkey PRIMARY KEY (course_id)
);

create table courses (
  id bigint generated by default as identity not null,
  course_name text not null,
  display_name text,
  address text,
  address_2 text,
  city text,
  subdivision text,
  postcode text,
  country_alpha2 text default 'US'::text,
  phone text,
  email text,
  rate_required boolean default true not null,
  internal_only boolean default false not null,
  is_realtime boolean default false not null,
  inactive boolean default false not null,
  raw_cart_rate bigint,
  days_out_to_scrape integer,
  round_limit integer,
  description text,
  quality integer default 1 not null,
  "position" integer default 1 not null,
  raw_price_min bigint,
  raw_price_max bigint,
  distance_from_airport numeric(6,1),
  image_url text,
  gs_id text,
  gs_xid text,
  golfnow_id text,
  club_prophet_id text,
  fore_up_id text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  time_zone text,
  constraint courses_course_name_check CHECK ((course_name <> ''::text)),
  constraint courses_days_out_to_scrape_check CHECK ((days_out_to_scrape >= 0)),
  constraint courses_pkey PRIMARY KEY (id),
  constraint courses_quality_check CHECK (((quality >= 1) AND (quality <= 5))),
  constraint courses_raw_cart_rate_check CHECK ((raw_cart_rate >= 0)),
  constraint courses_raw_price_max_check CHECK ((raw_price_max >= 0)),
  constraint courses_raw_price_min_check CHECK ((raw_price_min >= 0)),
  constraint courses_round_limit_check CHECK ((round_limit >= 0)),
  constraint courses_time_zone_check CHECK ((time_zone <> ''::text))
);
CREATE UNIQUE INDEX courses_name ON public.courses USING btree (lower(course_name) COLLATE "C");
CREATE TRIGGER courses_renamed AFTER UPDATE OF course_name ON public.courses FOR EACH ROW WHEN ((old.course_name <> new.course_name)) EXECUTE FUNCTION rename_course_in_list();

create table customers (
  id bigint generated by default as identity not null,
  type text default 'Customer'::text not null,
  first_name text default ''::text not null,
  last_name text default ''::text not null,
  email text default ''::text not null,
  address text,
  address_2 text,
  address_3 text,
  city text,
  subdivision text,
  postcode text,
  country_alpha2 text,
  primary_phone text,
  mobile_phone text,
  legacy_address text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  forgotten_at timestamp with time zone,
  email_normal text generated always as (lower_case(btrim(email))) stored not null,
  primary_phone_normal text generated always as (phone_normal(primary_phone)) stored not null,
  mobile_phone_normal text generated always as (phone_normal(mobile_phone)) stored not null,
  constraint customers_pkey PRIMARY KEY (id),
  constraint customers_type_check CHECK ((type = ANY (ARRAY['Customer'::text, 'GiftCertificateRecipient'::text])))
);
CREATE INDEX customers_email ON public.customers USING btree (email_normal) WHERE (email_normal <> ''::text);
CREATE INDEX customers_email_sort ON public.customers USING btree (fold(email) COLLATE "C", id) INCLUDE (email, type);
CREATE INDEX customers_first_name ON public.customers USING btree (fold(first_name) COLLATE "C", id) INCLUDE (first_name, type);
CREATE INDEX customers_mobile_phone ON public.customers USING btree (mobile_phone_normal) WHERE (mobile_phone_normal <> ''::text);
CREATE INDEX customers_names ON public.customers USING btree (fold(last_name) COLLATE "C", fold(first_name) COLLATE "C", id) INCLUDE (last_name, first_name, type);
CREATE INDEX customers_phone_sort ON public.customers USING btree (NULLIF(fold(primary_phone), ''::text) COLLATE "C", id) INCLUDE (primary_phone, type);
CREATE INDEX customers_phone_sort_down ON public.customers USING btree (NULLIF(fold(primary_phone), ''::text) COLLATE "C" DESC NULLS LAST, id DESC) INCLUDE (primary_phone, type);
CREATE INDEX customers_phone_text ON public.customers USING gin (primary_phone_normal gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX customers_primary_phone ON public.customers USING btree (primary_phone_normal) WHERE (primary_phone_normal <> ''::text);
CREATE INDEX customers_text ON public.customers USING gin (fold(first_name) gin_trgm_ops, fold(last_name) gin_trgm_ops, fold(email) gin_trgm_ops, fold(primary_phone) gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX customers_type ON public.customers USING btree (type, id);
CREATE TRIGGER customers_renamed AFTER UPDATE OF first_name, last_name, email, primary_phone ON public.customers FOR EACH ROW WHEN (((((old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.email IS DISTINCT FROM new.email)) OR (old.primary_phone IS DISTINCT FROM new.primary_phone))) EXECUTE FUNCTION rename_customer_in_lists();

create table discount_courses (
  discount_id bigint not null,
  course_id bigint not null,
  constraint discount_courses_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id) ON DELETE CASCADE,
  constraint discount_courses_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts(id) ON DELETE CASCADE,
  constraint discount_courses_pkey PRIMARY KEY (discount_id, course_id)
);

create table discounts (
  id bigint generated by default as identity not null,
  code text not null,
  start_date date not null,
  end_date date not null,
  is_dollars boolean default true not null,
  raw_amount bigint not null,
  raw_min_discount bigint default 0 not null,
  raw_max_discount bigint default 0 not null,
  gift_certificate_stack boolean default false not null,
  enabled boolean default true not null,
  min_players integer default 0 not null,
  max_players integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint discounts_check CHECK ((start_date <= end_date)),
  constraint discounts_code_check CHECK ((code <> ''::text)),
  constraint discounts_max_players_check CHECK ((max_players >= 0)),
  constraint discounts_min_players_check CHECK ((min_players >= 0)),
  constraint discounts_pkey PRIMARY KEY (id),
  constraint discounts_raw_amount_check CHECK ((raw_amount >= 0)),
  constraint discounts_raw_max_discount_check CHECK ((raw_max_discount >= 0)),
  constraint discounts_raw_min_discount_check CHECK ((raw_min_discount >= 0))
);
CREATE UNIQUE INDEX discounts_code ON public.discounts USING btree (lower(code));
CREATE INDEX discounts_code_known ON public.discounts USING btree (lower_case(code));

create table email_template_versions (
  id bigint generated by default as identity not null,
  template text not null,
  content text not null,
  created_at timestamp with time zone default now() not null,
  created_by text not null,
  constraint email_template_versions_pkey PRIMARY KEY (id),
  constraint email_template_versions_template CHECK ((template = ANY (ARRAY['receipt'::text, 'course_receipt'::text, 'voucher'::text, 'cancellation'::text, 'gift_certificate_receipt'::text, 'gift_certificate'::text])))
);
CREATE INDEX email_template_versions_newest ON public.email_template_versions USING btree (template, id DESC);
CREATE TRIGGER email_template_versions_never_edited BEFORE UPDATE ON public.email_template_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table fore_up_availabilities (
  id bigint generated by default as identity not null,
  course_id bigint not null,
  available_date date not null,
  available_time integer not null,
  spots integer[] not null,
  rate_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  queue_closed_at timestamp with time zone,
  starting_side text default ''::text not null,
  holes integer,
  starts_at timestamp with time zone not null,
  offers jsonb default '[]'::jsonb not null,
  new_at timestamp with time zone,
  missed_at timestamp with time zone,
  gone_at timestamp with time zone,
  queue_closed_by text,
  constraint fore_up_availabilities_available_time_check CHECK ((((available_time >= 0) AND (available_time <= 2359)) AND ((available_time % 100) < 60))),
  constraint fore_up_availabilities_check CHECK (((gone_at IS NULL) OR (missed_at IS NOT NULL))),
  constraint fore_up_availabilities_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id) ON DELETE CASCADE,
  constraint fore_up_availabilities_holes_check CHECK ((holes = ANY (ARRAY[9, 18]))),
  constraint fore_up_availabilities_pkey PRIMARY KEY (id),
  constraint fore_up_availabilities_rate_id_fkey FOREIGN KEY (rate_id) REFERENCES rates(id) ON DELETE SET NULL
);
CREATE INDEX fore_up_availabilities_clock ON public.fore_up_availabilities USING btree (available_time, available_date, id) INCLUDE (course_id, starts_at) WHERE (gone_at IS NULL);
CREATE INDEX fore_up_availabilities_course_open ON public.fore_up_availabilities USING btree (course_id, available_date, available_time, id) INCLUDE (starts_at) WHERE (gone_at IS NULL);
CREATE INDEX fore_up_availabilities_large ON public.fore_up_availabilities USING btree (available_date, available_time, id) INCLUDE (course_id, starts_at, spots) WHERE ((gone_at IS NULL) AND (spots[cardinality(spots)] > 4));
CREATE INDEX fore_up_availabilities_open ON public.fore_up_availabilities USING btree (available_date, available_time, id) INCLUDE (course_id, starts_at) WHERE (gone_at IS NULL);
CREATE INDEX fore_up_availabilities_rate ON public.fore_up_availabilities USING btree (rate_id, available_date, available_time, id);
CREATE UNIQUE INDEX fore_up_availabilities_time ON public.fore_up_availabilities USING btree (course_id, available_date, available_time, starting_side, COALESCE(holes, 0));

create table former_names (
  id bigint generated by default as identity not null,
  customer_id bigint not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  primary_phone text,
  mobile_phone text,
  email_normal text generated always as (lower_case(btrim(email))) stored not null,
  primary_phone_normal text generated always as (phone_normal(primary_phone)) stored not null,
  mobile_phone_normal text generated always as (phone_normal(mobile_phone)) stored not null,
  constraint former_names_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint former_names_pkey PRIMARY KEY (id)
);
CREATE INDEX former_names_customer ON public.former_names USING btree (customer_id);
CREATE INDEX former_names_email ON public.former_names USING btree (email_normal) WHERE (email_normal <> ''::text);
CREATE INDEX former_names_mobile_phone ON public.former_names USING btree (mobile_phone_normal) WHERE (mobile_phone_normal <> ''::text);
CREATE INDEX former_names_primary_phone ON public.former_names USING btree (primary_phone_normal) WHERE (primary_phone_normal <> ''::text);

create table gift_certificate_list (
  id bigint not null,
  created_at timestamp with time zone not null,
  customer_id bigint,
  raw_value bigint not null,
  raw_balance bigint not null,
  email_delivery boolean not null,
  serial text not null,
  first_name text,
  last_name text,
  email text,
  internal_memo text not null,
  refunded_at timestamp with time zone,
  constraint gift_certificate_list_pkey PRIMARY KEY (id)
);
CREATE INDEX gift_certificate_list_balance ON public.gift_certificate_list USING btree (raw_balance, id);
CREATE INDEX gift_certificate_list_created ON public.gift_certificate_list USING btree (created_at DESC, id DESC);
CREATE INDEX gift_certificate_list_customer ON public.gift_certificate_list USING btree (customer_id);
CREATE INDEX gift_certificate_list_delivery ON public.gift_certificate_list USING btree (((NOT email_delivery)), id) INCLUDE (email_delivery);
CREATE INDEX gift_certificate_list_email ON public.gift_certificate_list USING btree (NULLIF(fold(email), ''::text) COLLATE "C", id) INCLUDE (email);
CREATE INDEX gift_certificate_list_email_down ON public.gift_certificate_list USING btree (NULLIF(fold(email), ''::text) COLLATE "C" DESC NULLS LAST, id DESC) INCLUDE (email);
CREATE INDEX gift_certificate_list_first_name ON public.gift_certificate_list USING btree (NULLIF(fold(first_name), ''::text) COLLATE "C", id) INCLUDE (first_name);
CREATE INDEX gift_certificate_list_first_name_down ON public.gift_certificate_list USING btree (NULLIF(fold(first_name), ''::text) COLLATE "C" DESC NULLS LAST, id DESC) INCLUDE (first_name);
CREATE INDEX gift_certificate_list_last_name ON public.gift_certificate_list USING btree (NULLIF(fold(last_name), ''::text) COLLATE "C", id) INCLUDE (last_name);
CREATE INDEX gift_certificate_list_last_name_down ON public.gift_certificate_list USING btree (NULLIF(fold(last_name), ''::text) COLLATE "C" DESC NULLS LAST, id DESC) INCLUDE (last_name);
CREATE INDEX gift_certificate_list_memo ON public.gift_certificate_list USING btree (NULLIF(fold(internal_memo), ''::text) COLLATE "C", id);
CREATE INDEX gift_certificate_list_memo_down ON public.gift_certificate_list USING btree (NULLIF(fold(internal_memo), ''::text) COLLATE "C" DESC NULLS LAST, id DESC);
CREATE INDEX gift_certificate_list_serial ON public.gift_certificate_list USING btree (fold(serial) COLLATE "C", id) INCLUDE (serial);
CREATE INDEX gift_certificate_list_serial_start ON public.gift_certificate_list USING btree (translate(lower(serial), '- '::text, ''::text) COLLATE "C", id);
CREATE INDEX gift_certificate_list_serial_text ON public.gift_certificate_list USING gin (translate(lower(serial), '- '::text, ''::text) gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX gift_certificate_list_text ON public.gift_certificate_list USING gin (fold(first_name) gin_trgm_ops, fold(last_name) gin_trgm_ops, fold(email) gin_trgm_ops, fold(serial) gin_trgm_ops, fold(internal_memo) gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX gift_certificate_list_value ON public.gift_certificate_list USING btree (raw_value, id);

create table gift_certificate_sale_configurations (
  id integer default 1 not null,
  raw_discount integer default 0 not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint gift_certificate_sale_configurations_id_check CHECK ((id = 1)),
  constraint gift_certificate_sale_configurations_pkey PRIMARY KEY (id),
  constraint gift_certificate_sale_configurations_raw_discount_check CHECK (((raw_discount >= 0) AND (raw_discount <= 10000)))
);

create table gift_certificates (
  id bigint generated by default as identity not null,
  serial text not null,
  raw_value bigint not null,
  raw_balance bigint not null,
  who_from text default ''::text not null,
  email_delivery boolean default false not null,
  mail_recipient boolean default true not null,
  greeting text default ''::text not null,
  internal_memo text default ''::text not null,
  course_id bigint,
  customer_id bigint,
  recipient_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  raw_price bigint not null,
  api_user_id bigint,
  refunded_at timestamp with time zone,
  constraint gift_certificates_api_user_id_fkey FOREIGN KEY (api_user_id) REFERENCES api_users(id),
  constraint gift_certificates_closed CHECK (((refunded_at IS NULL) OR ((raw_balance = 0) AND (raw_price = 0)))),
  constraint gift_certificates_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id),
  constraint gift_certificates_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint gift_certificates_pkey PRIMARY KEY (id),
  constraint gift_certificates_raw_balance_check CHECK ((raw_balance >= 0)),
  constraint gift_certificates_raw_price_check CHECK ((raw_price >= 0)),
  constraint gift_certificates_raw_value_check CHECK ((raw_value >= 0)),
  constraint gift_certificates_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES customers(id),
  constraint gift_certificates_serial_check CHECK ((serial <> ''::text))
);
CREATE INDEX gift_certificates_api_user ON public.gift_certificates USING btree (api_user_id, id) WHERE (api_user_id IS NOT NULL);
CREATE INDEX gift_certificates_created ON public.gift_certificates USING btree (created_at DESC, id DESC);
CREATE INDEX gift_certificates_customer ON public.gift_certificates USING btree (customer_id);
CREATE INDEX gift_certificates_recipient ON public.gift_certificates USING btree (recipient_id);
CREATE UNIQUE INDEX gift_certificates_serial ON public.gift_certificates USING btree (lower(serial));
CREATE INDEX gift_certificates_serial_known ON public.gift_certificates USING btree (lower_case(serial));
CREATE INDEX gift_certificates_sold ON public.gift_certificates USING btree (created_at) INCLUDE (id, raw_value, raw_price) WHERE (raw_value > 0);
CREATE TRIGGER gift_certificates_customer_stays BEFORE INSERT OR UPDATE OF customer_id ON public.gift_certificates FOR EACH ROW EXECUTE FUNCTION name_customer_who_stays();
CREATE TRIGGER gift_certificates_listed AFTER INSERT ON public.gift_certificates REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION list_gift_certificates();
CREATE TRIGGER gift_certificates_recipient_stays BEFORE INSERT OR UPDATE OF recipient_id ON public.gift_certificates FOR EACH ROW EXECUTE FUNCTION name_recipient_who_stays();
CREATE TRIGGER gift_certificates_relisted AFTER UPDATE ON public.gift_certificates FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION relist_gift_certificate();
CREATE TRIGGER gift_certificates_unlisted AFTER DELETE ON public.gift_certificates FOR EACH ROW EXECUTE FUNCTION unlist_gift_certificate();

create table helpful_links (
  id bigint generated by default as identity not null,
  url text not null,
  description text not null,
  type text default 'Helpful'::text not null,
  "order" integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint helpful_links_pkey PRIMARY KEY (id),
  constraint helpful_links_place UNIQUE (type, "order") DEFERRABLE INITIALLY DEFERRED,
  constraint helpful_links_type_check CHECK ((type = ANY (ARRAY['Helpful'::text, 'Hotel'::text, 'PSGR'::text])))
);
CREATE INDEX helpful_links_order ON public.helpful_links USING btree (type, "order", id);

create table holiday_courses (
  holiday_id bigint not null,
  course_id bigint not null,
  constraint holiday_courses_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id) ON DELETE CASCADE,
  constraint holiday_courses_holiday_id_fkey FOREIGN KEY (holiday_id) REFERENCES holidays(id) ON DELETE CASCADE,
  constraint holiday_courses_pkey PRIMARY KEY (holiday_id, course_id)
);
CREATE INDEX holiday_courses_course ON public.holiday_courses USING btree (course_id);

create table holidays (
  id bigint generated by default as identity not null,
  name text not null,
  start_date date not null,
  end_date date not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint holidays_check CHECK ((start_date <= end_date)),
  constraint holidays_name_check CHECK ((name <> ''::text)),
  constraint holidays_pkey PRIMARY KEY (id)
);
CREATE INDEX holidays_dates ON public.holidays USING btree (start_date, end_date);

create table images (
  id bigint generated by default as identity not null,
  course_id bigint not null,
  name text,
  media_type text,
  width integer,
  height integer,
  bytes integer,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  alt text default ''::text not null,
  is_main boolean default false not null,
  constraint images_check CHECK (((name IS NULL) = (media_type IS NULL))),
  constraint images_check1 CHECK (((name IS NOT NULL) OR (NOT is_main))),
  constraint images_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id),
  constraint images_name_key UNIQUE (name),
  constraint images_pkey PRIMARY KEY (id)
);
CREATE INDEX images_course ON public.images USING btree (course_id, id);
CREATE UNIQUE INDEX images_main ON public.images USING btree (course_id) WHERE is_main;

create table import_files (
  id bigint generated by default as identity not null,
  kind text not null,
  file_name text not null,
  digest text,
  headings text[] default '{}'::text[] not null,
  columns text[] default '{}'::text[] not null,
  row_count integer default 0 not null,
  state text default 'uploading'::text not null,
  import_id bigint,
  rows_read integer default 0 not null,
  good integer default 0 not null,
  doubles integer default 0 not null,
  refused integer default 0 not null,
  failed text,
  staff_user_id bigint not null,
  made_by text not null,
  address text not null,
  lease uuid,
  leased_until timestamp with time zone,
  left_times integer default 0 not null,
  kept_until timestamp with time zone not null,
  done_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint import_files_check CHECK (((state = 'uploading'::text) = (digest IS NULL))),
  constraint import_files_check1 CHECK (((state = 'in'::text) = (done_at IS NOT NULL))),
  constraint import_files_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE SET NULL,
  constraint import_files_kind_check CHECK ((kind = ANY (ARRAY['customers'::text, 'certificates'::text, 'tee_times'::text]))),
  constraint import_files_pkey PRIMARY KEY (id),
  constraint import_files_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES staff_users(id),
  constraint import_files_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'mapping'::text, 'looking'::text, 'looked'::text, 'putting_in'::text, 'in'::text])))
);
CREATE UNIQUE INDEX import_files_digest ON public.import_files USING btree (kind, digest);
CREATE INDEX import_files_newest ON public.import_files USING btree (created_at DESC, id DESC);
CREATE INDEX import_files_newest_up ON public.import_files USING btree (created_at, id);

create table import_pieces (
  import_file_id bigint not null,
  last_line integer not null,
  rows bytea not null,
  constraint import_pieces_import_file_id_fkey FOREIGN KEY (import_file_id) REFERENCES import_files(id) ON DELETE CASCADE,
  constraint import_pieces_pkey PRIMARY KEY (import_file_id, last_line)
);

create table import_rows (
  import_id bigint not null,
  line integer not null,
  record jsonb,
  problems jsonb,
  keys text[] default '{}'::text[] not null,
  double_of bigint,
  double_of_line integer,
  made_id bigint,
  id bigint generated by default as identity not null,
  double_by text,
  constraint import_rows_check CHECK ((num_nonnulls(record, problems) = 1)),
  constraint import_rows_check1 CHECK ((num_nonnulls(problems, double_of, double_of_line, made_id) <= 1)),
  constraint import_rows_check2 CHECK (((double_by IS NULL) OR (num_nonnulls(double_of, double_of_line) = 1))),
  constraint import_rows_double_by_check CHECK ((double_by = ANY (ARRAY['email'::text, 'phone'::text]))),
  constraint import_rows_id_key UNIQUE (id),
  constraint import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_rows_pkey PRIMARY KEY (import_id, line)
);
CREATE INDEX import_rows_doubles ON public.import_rows USING btree (import_id, line) WHERE ((double_of IS NOT NULL) OR (double_of_line IS NOT NULL));
CREATE INDEX import_rows_wrong ON public.import_rows USING btree (import_id, line) WHERE (problems IS NOT NULL);

create table imports (
  id bigint generated by default as identity not null,
  kind text not null,
  digest text not null,
  columns text[] not null,
  is_whole boolean default false not null,
  done_at timestamp with time zone,
  made integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone default now() not null,
  constraint imports_check CHECK (((done_at IS NULL) OR is_whole)),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['customers'::text, 'certificates'::text, 'tee_times'::text]))),
  constraint imports_kind_digest_key UNIQUE (kind, digest),
  constraint imports_pkey PRIMARY KEY (id)
);

create table known_devices (
  token_hash text not null,
  staff_user_id bigint not null,
  last_used_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (token_hash, staff_user_id),
  constraint known_devices_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES staff_users(id)
);
CREATE INDEX known_devices_of_one ON public.known_devices USING btree (staff_user_id, last_used_at);

create table lead_calls (
  id bigint generated by default as identity not null,
  lost_lead_id bigint not null,
  fore_up_availability_id bigint,
  outcome text not null,
  made_by text not null,
  created_at timestamp with time zone default now() not null,
  constraint lead_calls_fore_up_availability_id_fkey FOREIGN KEY (fore_up_availability_id) REFERENCES fore_up_availabilities(id) ON DELETE SET NULL,
  constraint lead_calls_lost_lead_id_fkey FOREIGN KEY (lost_lead_id) REFERENCES lost_leads(id) ON DELETE CASCADE,
  constraint lead_calls_outcome_check CHECK ((outcome = ANY (ARRAY['no_answer'::text, 'calls_back'::text, 'not_wanted'::text]))),
  constraint lead_calls_pkey PRIMARY KEY (id)
);
CREATE INDEX lead_calls_lead ON public.lead_calls USING btree (lost_lead_id, id DESC);

create table ledger_entries (
  id bigint generated by default as identity not null,
  ledger_transaction_id bigint not null,
  account text not null,
  raw_amount bigint not null,
  tee_time_id bigint,
  gift_certificate_id bigint,
  golf_discount_id bigint,
  created_at timestamp with time zone default now() not null,
  constraint ledger_entries_account_check CHECK ((account = ANY (ARRAY['tee_time'::text, 'discount'::text, 'card'::text, 'on_account'::text, 'gift_certificate'::text, 'certificate_sale'::text, 'adjustment'::text]))),
  constraint ledger_entries_check CHECK (((account <> 'gift_certificate'::text) OR (gift_certificate_id IS NOT NULL))),
  constraint ledger_entries_gift_certificate_id_fkey FOREIGN KEY (gift_certificate_id) REFERENCES gift_certificates(id),
  constraint ledger_entries_golf_discount_id_fkey FOREIGN KEY (golf_discount_id) REFERENCES discounts(id),
  constraint ledger_entries_ledger_transaction_id_fkey FOREIGN KEY (ledger_transaction_id) REFERENCES ledger_transactions(id),
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_raw_amount_check CHECK ((raw_amount <> 0)),
  constraint ledger_entries_tee_time_id_fkey FOREIGN KEY (tee_time_id) REFERENCES tee_times(id)
);
CREATE INDEX ledger_entries_certificate ON public.ledger_entries USING btree (gift_certificate_id, id) INCLUDE (account, raw_amount) WHERE (gift_certificate_id IS NOT NULL);
CREATE INDEX ledger_entries_discount ON public.ledger_entries USING btree (golf_discount_id, id) INCLUDE (raw_amount) WHERE (golf_discount_id IS NOT NULL);
CREATE INDEX ledger_entries_posted ON public.ledger_entries USING brin (created_at) WITH (pages_per_range='16');
CREATE INDEX ledger_entries_tee_time ON public.ledger_entries USING btree (tee_time_id) WHERE (tee_time_id IS NOT NULL);
CREATE INDEX ledger_entries_transaction ON public.ledger_entries USING btree (ledger_transaction_id);
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_posted AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_posted_sale();

create table ledger_transactions (
  id bigint generated by default as identity not null,
  kind text not null,
  tee_time_id bigint,
  gift_certificate_id bigint,
  operation_id uuid,
  payment_attempt_id uuid,
  made_by text default ''::text not null,
  memo text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  constraint ledger_transactions_gift_certificate_id_fkey FOREIGN KEY (gift_certificate_id) REFERENCES gift_certificates(id),
  constraint ledger_transactions_kind_check CHECK ((kind = ANY (ARRAY['booking'::text, 'change'::text, 'refund'::text, 'refund_failed'::text, 'release'::text, 'certificate_sale'::text, 'certificate_adjustment'::text]))),
  constraint ledger_transactions_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES operations(id),
  constraint ledger_transactions_payment_attempt_id_fkey FOREIGN KEY (payment_attempt_id) REFERENCES payment_attempts(id),
  constraint ledger_transactions_pkey PRIMARY KEY (id),
  constraint ledger_transactions_tee_time_id_fkey FOREIGN KEY (tee_time_id) REFERENCES tee_times(id)
);
CREATE UNIQUE INDEX ledger_transactions_attempt ON public.ledger_transactions USING btree (payment_attempt_id, kind) WHERE (payment_attempt_id IS NOT NULL);
CREATE INDEX ledger_transactions_certificate ON public.ledger_transactions USING btree (gift_certificate_id) WHERE (gift_certificate_id IS NOT NULL);
CREATE INDEX ledger_transactions_certificate_operation ON public.ledger_transactions USING btree (operation_id) WHERE ((tee_time_id IS NULL) AND (operation_id IS NOT NULL));
CREATE INDEX ledger_transactions_given_back ON public.ledger_transactions USING btree (gift_certificate_id) WHERE ((kind = 'refund'::text) AND (tee_time_id IS NULL));
CREATE INDEX ledger_transactions_posted ON public.ledger_transactions USING brin (created_at) WITH (pages_per_range='16');
CREATE INDEX ledger_transactions_tee_time ON public.ledger_transactions USING btree (tee_time_id) WHERE (tee_time_id IS NOT NULL);
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE ON public.ledger_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table list_renames (
  subject text not null,
  subject_id bigint not null,
  created_at timestamp with time zone,
  tee_time_id bigint,
  constraint list_renames_pkey PRIMARY KEY (subject, subject_id),
  constraint list_renames_subject_check CHECK ((subject = ANY (ARRAY['course'::text, 'customer'::text])))
);

create table lost_leads (
  id bigint generated by default as identity not null,
  customer_id bigint,
  course_id bigint not null,
  players integer not null,
  lead_date date not null,
  play_time text not null,
  created_at timestamp with time zone default now() not null,
  source text default 'public'::text not null,
  made_by text,
  tee_time_id bigint,
  unwanted_at timestamp with time zone,
  card_token text,
  card_last4 text,
  card_expmo text,
  card_expyr text,
  api_user_id bigint,
  is_moved boolean default false not null,
  card_source text,
  constraint lost_leads_api_user_id_fkey FOREIGN KEY (api_user_id) REFERENCES api_users(id),
  constraint lost_leads_card_last4_check CHECK ((card_last4 ~ '^\d{4}$'::text)),
  constraint lost_leads_card_source_check CHECK ((card_source = ANY (ARRAY['public'::text, 'partner'::text, 'phone'::text]))),
  constraint lost_leads_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id) ON DELETE CASCADE,
  constraint lost_leads_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint lost_leads_pkey PRIMARY KEY (id),
  constraint lost_leads_play_time_check CHECK ((play_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint lost_leads_players_check CHECK ((players > 0)),
  constraint lost_leads_source_check CHECK ((source = ANY (ARRAY['public'::text, 'partner'::text, 'phone'::text]))),
  constraint lost_leads_tee_time_id_fkey FOREIGN KEY (tee_time_id) REFERENCES tee_times(id) ON DELETE SET NULL
);
CREATE INDEX lost_leads_api_user ON public.lost_leads USING btree (api_user_id, id) WHERE (api_user_id IS NOT NULL);
CREATE INDEX lost_leads_created ON public.lost_leads USING btree (created_at DESC, id DESC);
CREATE INDEX lost_leads_customer ON public.lost_leads USING btree (customer_id, lead_date);
CREATE INDEX lost_leads_day ON public.lost_leads USING btree (course_id, lead_date);
CREATE INDEX lost_leads_listed ON public.lost_leads USING btree (created_at DESC, id DESC) INCLUDE (lead_date) WHERE ((tee_time_id IS NULL) AND (unwanted_at IS NULL));
CREATE INDEX lost_leads_tee_time ON public.lost_leads USING btree (tee_time_id) WHERE (tee_time_id IS NOT NULL);
CREATE TRIGGER lost_leads_customer_stays BEFORE INSERT OR UPDATE OF customer_id ON public.lost_leads FOR EACH ROW EXECUTE FUNCTION name_customer_who_stays();

create table maintenances (
  id bigint generated by default as identity not null,
  course_id bigint not null,
  start_date date not null,
  end_date date not null,
  description text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint maintenances_check CHECK ((start_date <= end_date)),
  constraint maintenances_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id) ON DELETE CASCADE,
  constraint maintenances_pkey PRIMARY KEY (id)
);
CREATE INDEX maintenances_course ON public.maintenances USING btree (course_id, start_date);

create table merged_customers (
  id bigint not null,
  customer_id bigint not null,
  name text not null,
  merged_by text not null,
  merged_at timestamp with time zone default clock_timestamp() not null,
  constraint merged_customers_check CHECK ((id <> customer_id)),
  constraint merged_customers_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint merged_customers_pkey PRIMARY KEY (id)
);
CREATE INDEX merged_customers_customer ON public.merged_customers USING btree (customer_id);

create table notices (
  id bigint generated by default as identity not null,
  kind text not null,
  message text not null,
  tee_time_id bigint,
  created_at timestamp with time zone default now() not null,
  dismissed_at timestamp with time zone,
  dismissed_by text,
  gift_certificate_id bigint,
  staff_user_id bigint,
  outbox_id bigint,
  caused_by bigint,
  constraint notices_caused_by_fkey FOREIGN KEY (caused_by) REFERENCES staff_users(id),
  constraint notices_outbox_id_fkey FOREIGN KEY (outbox_id) REFERENCES outbox(id) ON DELETE SET NULL,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES staff_users(id),
  constraint notices_tee_time_id_fkey FOREIGN KEY (tee_time_id) REFERENCES tee_times(id)
);
CREATE INDEX notices_of_letters ON public.notices USING btree (outbox_id) WHERE (outbox_id IS NOT NULL);
CREATE INDEX notices_open ON public.notices USING btree (created_at DESC) WHERE (dismissed_at IS NULL);

create table operations (
  id uuid not null,
  kind text not null,
  staff_user_id bigint,
  idempotency_key text not null,
  fingerprint text not null,
  state text not null,
  tee_time_id bigint,
  plan jsonb,
  lease_until timestamp with time zone,
  answer_status integer,
  answer jsonb,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  address text,
  api_user_id bigint,
  gift_certificate_id bigint,
  constraint operations_api_user_id_fkey FOREIGN KEY (api_user_id) REFERENCES api_users(id),
  constraint operations_gift_certificate_id_fkey FOREIGN KEY (gift_certificate_id) REFERENCES gift_certificates(id),
  constraint operations_kind_check CHECK ((kind = ANY (ARRAY['book'::text, 'cancel'::text, 'send'::text, 'adjust'::text, 'change'::text, 'certificate_sale'::text, 'certificate_refund'::text, 'lead'::text, 'create'::text]))),
  constraint operations_pkey PRIMARY KEY (id),
  constraint operations_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES staff_users(id),
  constraint operations_staff_user_id_kind_idempotency_key_key UNIQUE (staff_user_id, kind, idempotency_key),
  constraint operations_state_check CHECK ((state = ANY (ARRAY['running'::text, 'unknown'::text, 'settled'::text]))),
  constraint operations_tee_time_id_fkey FOREIGN KEY (tee_time_id) REFERENCES tee_times(id),
  constraint operations_whose CHECK ((num_nonnulls(staff_user_id, api_user_id) = 1))
);
CREATE INDEX operations_answers ON public.operations USING btree (updated_at) WHERE (answer IS NOT NULL);
CREATE INDEX operations_gift_certificate ON public.operations USING btree (gift_certificate_id) WHERE (gift_certificate_id IS NOT NULL);
CREATE INDEX operations_open ON public.operations USING btree (updated_at) WHERE (state <> 'settled'::text);
CREATE UNIQUE INDEX operations_partner_key ON public.operations USING btree (api_user_id, kind, idempotency_key) WHERE (api_user_id IS NOT NULL);
CREATE INDEX operations_twin ON public.operations USING btree (staff_user_id, kind, fingerprint, created_at DESC);

create table outbox (
  id bigint generated by default as identity not null,
  operation_id uuid not null,
  tee_time_id bigint,
  gift_certificate_id bigint,
  kind text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  message_id text not null,
  state text default 'waiting'::text not null,
  tries integer default 0 not null,
  next_try_at timestamp with time zone default now() not null,
  last_error text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  template_version_id bigint,
  is_trial boolean default false not null,
  calendar text,
  file_id bigint,
  file_name text,
  calendar_sequence integer,
  constraint outbox_file_id_fkey FOREIGN KEY (file_id) REFERENCES outbox_files(id) ON DELETE SET NULL,
  constraint outbox_gift_certificate_id_fkey FOREIGN KEY (gift_certificate_id) REFERENCES gift_certificates(id),
  constraint outbox_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'course_receipt'::text, 'voucher'::text, 'cancellation'::text, 'gift_certificate_receipt'::text, 'gift_certificate'::text, 'report'::text]))),
  constraint outbox_message_id_key UNIQUE (message_id),
  constraint outbox_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES operations(id),
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'withdrawn'::text]))),
  constraint outbox_tee_time_id_fkey FOREIGN KEY (tee_time_id) REFERENCES tee_times(id),
  constraint outbox_template_version_id_fkey FOREIGN KEY (template_version_id) REFERENCES email_template_versions(id)
);
CREATE INDEX outbox_due ON public.outbox USING btree (next_try_at) WHERE (state = 'waiting'::text);
CREATE INDEX outbox_file ON public.outbox USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX outbox_gift_certificate ON public.outbox USING btree (gift_certificate_id) WHERE (gift_certificate_id IS NOT NULL);
CREATE INDEX outbox_newest ON public.outbox USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX outbox_once ON public.outbox USING btree (operation_id, kind, recipient);
CREATE INDEX outbox_tee_time ON public.outbox USING btree (tee_time_id) WHERE (tee_time_id IS NOT NULL);
CREATE INDEX outbox_template_version ON public.outbox USING btree (template_version_id) WHERE (template_version_id IS NOT NULL);
CREATE UNIQUE INDEX outbox_waiting ON public.outbox USING btree (tee_time_id, kind, recipient) WHERE ((state = 'waiting'::text) AND (tee_time_id IS NOT NULL));
CREATE UNIQUE INDEX outbox_waiting_certificate ON public.outbox USING btree (gift_certificate_id, kind, recipient) WHERE ((state = 'waiting'::text) AND (gift_certificate_id IS NOT NULL));

create table outbox_files (
  id bigint generated by default as identity not null,
  name text not null,
  type text not null,
  bytes bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint outbox_files_name_check CHECK ((name <> ''::text)),
  constraint outbox_files_pkey PRIMARY KEY (id),
  constraint outbox_files_type_check CHECK ((type <> ''::text))
);
CREATE INDEX outbox_files_oldest ON public.outbox_files USING btree (created_at);

create table payment_allocations (
  payment_attempt_id uuid not null,
  tee_time_id bigint,
  gift_certificate_id bigint,
  raw_amount bigint not null,
  constraint payment_allocations_gift_certificate_id_fkey FOREIGN KEY (gift_certificate_id) REFERENCES gift_certificates(id),
  constraint payment_allocations_of CHECK ((num_nonnulls(tee_time_id, gift_certificate_id) = 1)),
  constraint payment_allocations_once UNIQUE NULLS NOT DISTINCT (payment_attempt_id, tee_time_id, gift_certificate_id),
  constraint payment_allocations_payment_attempt_id_fkey FOREIGN KEY (payment_attempt_id) REFERENCES payment_attempts(id),
  constraint payment_allocations_raw_amount_check CHECK ((raw_amount > 0)),
  constraint payment_allocations_tee_time_id_fkey FOREIGN KEY (tee_time_id) REFERENCES tee_times(id)
);
CREATE INDEX payment_allocations_gift_certificate ON public.payment_allocations USING btree (gift_certificate_id) WHERE (gift_certificate_id IS NOT NULL);
CREATE INDEX payment_allocations_tee_time ON public.payment_allocations USING btree (tee_time_id) WHERE (tee_time_id IS NOT NULL);

create table payment_attempts (
  id uuid not null,
  operation_id uuid not null,
  kind text not null,
  gateway text not null,
  raw_amount bigint not null,
  state text not null,
  handle text,
  payment_id text,
  charge_attempt_id uuid,
  decline_reason text,
  sent_at timestamp with time zone,
  last_asked_at timestamp with time zone,
  lease_until timestamp with time zone,
  settled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  card_last4 text,
  refused_for text,
  gateway_account text,
  constraint payment_attempts_card_last4_check CHECK ((card_last4 ~ '^[0-9]{4}$'::text)),
  constraint payment_attempts_charge_attempt_id_fkey FOREIGN KEY (charge_attempt_id) REFERENCES payment_attempts(id),
  constraint payment_attempts_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'refund'::text]))),
  constraint payment_attempts_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES operations(id),
  constraint payment_attempts_pkey PRIMARY KEY (id),
  constraint payment_attempts_raw_amount_check CHECK ((raw_amount > 0)),
  constraint payment_attempts_refused_for_check CHECK ((refused_for = ANY (ARRAY['amount_too_small'::text, 'amount_too_large'::text, 'card'::text, 'account'::text, 'disputed'::text, 'already_refunded'::text]))),
  constraint payment_attempts_state_check CHECK ((state = ANY (ARRAY['created'::text, 'succeeded'::text, 'declined'::text, 'unknown'::text, 'abandoned'::text, 'reversed'::text, 'failed'::text])))
);
CREATE INDEX payment_attempts_open ON public.payment_attempts USING btree (created_at) WHERE (state = ANY (ARRAY['created'::text, 'unknown'::text, 'abandoned'::text]));
CREATE INDEX payment_attempts_operation ON public.payment_attempts USING btree (operation_id);
CREATE INDEX payment_attempts_sent ON public.payment_attempts USING brin (sent_at) WITH (pages_per_range='16');
CREATE INDEX payment_attempts_settled_refunds ON public.payment_attempts USING btree (settled_at) WHERE ((kind = 'refund'::text) AND (state = 'succeeded'::text));

create table rate_date_ranges (
  id bigint generated by default as identity not null,
  golf_rate_id bigint not null,
  start date not null,
  "end" date not null,
  time_start text default ''::text not null,
  time_end text default ''::text not null,
  description text default ''::text not null,
  rate_days text[] not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint rate_date_ranges_check CHECK ((start <= "end")),
  constraint rate_date_ranges_golf_rate_id_fkey FOREIGN KEY (golf_rate_id) REFERENCES rates(id) ON DELETE CASCADE,
  constraint rate_date_ranges_pkey PRIMARY KEY (id),
  constraint rate_date_ranges_rate_days_check CHECK ((rate_days <@ ARRAY['Mon'::text, 'Tue'::text, 'Wed'::text, 'Thu'::text, 'Fri'::text, 'Sat'::text, 'Sun'::text, 'M'::text, 'H'::text])),
  constraint rate_date_ranges_time_end_check CHECK (((time_end = ''::text) OR (time_end = '24:00'::text) OR (time_end ~ '^([01]\d|2[0-3]):[0-5]\d$'::text))),
  constraint rate_date_ranges_time_start_check CHECK (((time_start = ''::text) OR (time_start ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)))
);
CREATE INDEX rate_date_ranges_rate ON public.rate_date_ranges USING btree (golf_rate_id, start, "end");

create table rates (
  id bigint generated by default as identity not null,
  course_id bigint not null,
  type text not null,
  raw_rate bigint default 0 not null,
  raw_deposit bigint default 0 not null,
  raw_service_fee bigint default 0 not null,
  raw_wholesale_rate bigint default 0 not null,
  raw_max_refund bigint default 0 not null,
  raw_non_refundable bigint default 0 not null,
  raw_course_balance bigint default 0 not null,
  cancel_hours integer default 0 not null,
  max_advance_days integer default 0 not null,
  raw_commission bigint default 0 not null,
  is_commission_dollars boolean default true not null,
  raw_golfswitch_commission bigint default 0 not null,
  is_golfswitch_commission_dollars boolean default false not null,
  is_dynamic boolean default false not null,
  is_dynamic_greater boolean default false not null,
  disabled boolean default false not null,
  archived boolean default false not null,
  internal_memo text default ''::text not null,
  external_memo text default ''::text not null,
  rate_sheet_note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint rates_cancel_hours_check CHECK ((cancel_hours >= 0)),
  constraint rates_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id),
  constraint rates_max_advance_days_check CHECK ((max_advance_days >= 0)),
  constraint rates_pkey PRIMARY KEY (id),
  constraint rates_raw_commission_check CHECK ((raw_commission >= 0)),
  constraint rates_raw_course_balance_check CHECK ((raw_course_balance >= 0)),
  constraint rates_raw_deposit_check CHECK ((raw_deposit >= 0)),
  constraint rates_raw_golfswitch_commission_check CHECK ((raw_golfswitch_commission >= 0)),
  constraint rates_raw_max_refund_check CHECK ((raw_max_refund >= 0)),
  constraint rates_raw_non_refundable_check CHECK ((raw_non_refundable >= 0)),
  constraint rates_raw_rate_check CHECK ((raw_rate >= 0)),
  constraint rates_raw_service_fee_check CHECK ((raw_service_fee >= 0)),
  constraint rates_raw_wholesale_rate_check CHECK ((raw_wholesale_rate >= 0)),
  constraint rates_type_check CHECK ((type = ANY (ARRAY['RicGolfRate'::text, 'ApiGolfRate'::text])))
);
CREATE INDEX rates_course ON public.rates USING btree (course_id);

create table recovery_codes (
  staff_user_id bigint not null,
  code_hash text not null,
  constraint recovery_codes_pkey PRIMARY KEY (staff_user_id, code_hash),
  constraint recovery_codes_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES second_factors(staff_user_id) ON DELETE CASCADE
);

create table refund_requests (
  id bigint generated by default as identity not null,
  tee_time_id bigint not null,
  operation_id uuid not null,
  asked_by_id bigint not null,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  lapses_at timestamp with time zone not null,
  cancel boolean not null,
  force_cancel boolean not null,
  choice text not null,
  raw_card bigint not null,
  raw_certificate bigint not null,
  reason text default ''::text not null,
  seen_at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  decided_by_id bigint,
  decided_by text,
  decided_at timestamp with time zone,
  why text default ''::text not null,
  carried_out_by uuid,
  constraint refund_requests_asked_by_id_fkey FOREIGN KEY (asked_by_id) REFERENCES staff_users(id),
  constraint refund_requests_carried_out_by_fkey FOREIGN KEY (carried_out_by) REFERENCES operations(id),
  constraint refund_requests_carried_out_by_key UNIQUE (carried_out_by),
  constraint refund_requests_check CHECK (((raw_card + raw_certificate) > 0)),
  constraint refund_requests_check1 CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint refund_requests_check2 CHECK (((state = 'approved'::text) = (carried_out_by IS NOT NULL))),
  constraint refund_requests_choice_check CHECK ((choice = ANY (ARRAY['standard'::text, 'full'::text, 'custom'::text]))),
  constraint refund_requests_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES staff_users(id),
  constraint refund_requests_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES operations(id),
  constraint refund_requests_operation_id_key UNIQUE (operation_id),
  constraint refund_requests_pkey PRIMARY KEY (id),
  constraint refund_requests_raw_card_check CHECK ((raw_card >= 0)),
  constraint refund_requests_raw_certificate_check CHECK ((raw_certificate >= 0)),
  constraint refund_requests_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text, 'lapsed'::text]))),
  constraint refund_requests_tee_time_id_fkey FOREIGN KEY (tee_time_id) REFERENCES tee_times(id)
);
CREATE INDEX refund_requests_lapsing ON public.refund_requests USING btree (lapses_at) WHERE (state = 'waiting'::text);
CREATE INDEX refund_requests_tee_time ON public.refund_requests USING btree (tee_time_id);
CREATE UNIQUE INDEX refund_requests_waiting ON public.refund_requests USING btree (tee_time_id) WHERE (state = 'waiting'::text);

create table rental_clubs (
  id bigint generated by default as identity not null,
  course_id bigint not null,
  raw_cost bigint default 0 not null,
  raw_rate bigint default 0 not null,
  raw_charge bigint default 0 not null,
  brand text default ''::text not null,
  description text default ''::text not null,
  handed integer default 1 not null,
  sex integer default 0 not null,
  quantity integer default 0 not null,
  archived boolean default false not null,
  is_dollars boolean default true not null,
  raw_commission bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint rental_clubs_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id),
  constraint rental_clubs_handed_check CHECK ((handed = ANY (ARRAY[0, 1]))),
  constraint rental_clubs_pkey PRIMARY KEY (id),
  constraint rental_clubs_quantity_check CHECK ((quantity >= 0)),
  constraint rental_clubs_raw_charge_check CHECK ((raw_charge >= 0)),
  constraint rental_clubs_raw_commission_check CHECK ((raw_commission >= 0)),
  constraint rental_clubs_raw_cost_check CHECK ((raw_cost >= 0)),
  constraint rental_clubs_raw_rate_check CHECK ((raw_rate >= 0)),
  constraint rental_clubs_sex_check CHECK ((sex = ANY (ARRAY[0, 1])))
);
CREATE INDEX rental_clubs_course ON public.rental_clubs USING btree (course_id);

create table report_schedule_recipients (
  report_schedule_id bigint not null,
  staff_user_id bigint not null,
  constraint report_schedule_recipients_pkey PRIMARY KEY (report_schedule_id, staff_user_id),
  constraint report_schedule_recipients_report_schedule_id_fkey FOREIGN KEY (report_schedule_id) REFERENCES report_schedules(id) ON DELETE CASCADE,
  constraint report_schedule_recipients_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES staff_users(id)
);
CREATE INDEX report_schedule_recipients_staff_user ON public.report_schedule_recipients USING btree (staff_user_id);

create table report_schedules (
  id bigint generated by default as identity not null,
  owner_id bigint not null,
  report text not null,
  range text,
  comparison text,
  date_type text default 'Created'::text not null,
  only_played boolean default true not null,
  course_ids bigint[],
  repeats text not null,
  weekday text,
  day_of_month integer,
  hour integer not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  paused_at timestamp with time zone,
  failures integer default 0 not null,
  last_run_at timestamp with time zone,
  next_run_at timestamp with time zone not null,
  last_error text,
  asked_at timestamp with time zone,
  lease uuid,
  leased_until timestamp with time zone,
  constraint report_schedules_check CHECK (((repeats <> 'weekly'::text) OR (weekday IS NOT NULL))),
  constraint report_schedules_check1 CHECK (((repeats <> 'monthly'::text) OR (day_of_month IS NOT NULL))),
  constraint report_schedules_comparison_check CHECK ((comparison = ANY (ARRAY['year_before'::text, 'period_before'::text]))),
  constraint report_schedules_date_type_check CHECK ((date_type = ANY (ARRAY['Created'::text, 'Played'::text]))),
  constraint report_schedules_day_of_month_check CHECK (((day_of_month >= 1) AND (day_of_month <= 31))),
  constraint report_schedules_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint report_schedules_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES staff_users(id),
  constraint report_schedules_pkey PRIMARY KEY (id),
  constraint report_schedules_range_check CHECK ((range = ANY (ARRAY['yesterday'::text, 'last_week'::text, 'last_month'::text, 'this_month'::text, 'this_year'::text, 'all_dates'::text]))),
  constraint report_schedules_repeats_check CHECK ((repeats = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text]))),
  constraint report_schedules_report_check CHECK ((report <> ''::text)),
  constraint report_schedules_weekday_check CHECK ((weekday = ANY (ARRAY['Mon'::text, 'Tue'::text, 'Wed'::text, 'Thu'::text, 'Fri'::text, 'Sat'::text, 'Sun'::text])))
);
CREATE INDEX report_schedules_asked ON public.report_schedules USING btree (asked_at) WHERE (asked_at IS NOT NULL);
CREATE INDEX report_schedules_due ON public.report_schedules USING btree (next_run_at) WHERE (paused_at IS NULL);
CREATE INDEX report_schedules_owner ON public.report_schedules USING btree (owner_id);

create table report_tickets (
  token_hash text not null,
  client uuid not null,
  asked text not null,
  expires_at timestamp with time zone not null,
  constraint report_tickets_client_fkey FOREIGN KEY (client) REFERENCES sign_ins(client) ON DELETE CASCADE,
  constraint report_tickets_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX report_tickets_expired ON public.report_tickets USING btree (expires_at);

create table ric_messages (
  id integer default 1 not null,
  message text default ''::text not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint ric_messages_id_check CHECK ((id = 1)),
  constraint ric_messages_pkey PRIMARY KEY (id)
);

create table sales_changes (
  id bigint generated by default as identity not null,
  created_at timestamp with time zone not null,
  tee_time_id bigint,
  constraint sales_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX sales_changes_tee_time ON public.sales_changes USING btree (tee_time_id) WHERE (tee_time_id IS NOT NULL);

create table sales_days (
  created_on date not null,
  summed_by text not null,
  source text,
  course_id bigint,
  staff_user_id bigint,
  bookings bigint not null,
  rounds bigint not null,
  raw_paid bigint not null,
  raw_on_account bigint not null,
  raw_certificates bigint not null,
  redeemed bigint not null,
  raw_counted_cost bigint not null,
  raw_clubs_cost bigint not null,
  raw_posted_card bigint not null,
  raw_posted_on_account bigint not null,
  constraint sales_days_summed_by_check CHECK ((summed_by = ANY (ARRAY['source'::text, 'course'::text, 'staff_user'::text])))
);
CREATE INDEX sales_days_created ON public.sales_days USING btree (summed_by, created_on);
CREATE INDEX sales_days_day ON public.sales_days USING btree (created_on);

create table sales_zone (
  id integer default 1 not null,
  zone text,
  constraint sales_zone_id_check CHECK ((id = 1)),
  constraint sales_zone_pkey PRIMARY KEY (id)
);

create table saved_view_defaults (
  staff_user_id bigint not null,
  list text not null,
  saved_view_id bigint not null,
  constraint saved_view_defaults_pkey PRIMARY KEY (staff_user_id, list),
  constraint saved_view_defaults_saved_view_id_fkey FOREIGN KEY (saved_view_id) REFERENCES saved_views(id) ON DELETE CASCADE,
  constraint saved_view_defaults_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES staff_users(id)
);
CREATE INDEX saved_view_defaults_view ON public.saved_view_defaults USING btree (saved_view_id);

create table saved_views (
  id bigint generated by default as identity not null,
  owner_id bigint not null,
  list text not null,
  name text not null,
  filters jsonb default '{}'::jsonb not null,
  sort_fields text[] default '{}'::text[] not null,
  sort_desc boolean[] default '{}'::boolean[] not null,
  columns text[] not null,
  per_page integer default 0 not null,
  is_shared boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  constraint saved_views_check CHECK ((cardinality(sort_fields) = cardinality(sort_desc))),
  constraint saved_views_list_check CHECK ((list <> ''::text)),
  constraint saved_views_name_check CHECK ((name <> ''::text)),
  constraint saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES staff_users(id),
  constraint saved_views_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX saved_views_name ON public.saved_views USING btree (owner_id, list, lower(name) COLLATE "C");
CREATE INDEX saved_views_shared ON public.saved_views USING btree (list) WHERE is_shared;

create table second_factors (
  staff_user_id bigint not null,
  secret text not null,
  set_up_at timestamp with time zone,
  last_step integer,
  constraint second_factors_pkey PRIMARY KEY (staff_user_id),
  constraint second_factors_secret_check CHECK ((secret <> ''::text)),
  constraint second_factors_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES staff_users(id) ON DELETE CASCADE
);

create table sign_in_failures (
  account text not null,
  address text not null,
  failures integer not null,
  last_failed_at timestamp with time zone not null,
  paused_until timestamp with time zone,
  constraint sign_in_failures_pkey PRIMARY KEY (account, address)
);

create table sign_ins (
  client uuid not null,
  staff_user_id bigint not null,
  token_hash text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  last_input_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint sign_ins_pkey PRIMARY KEY (client),
  constraint sign_ins_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES staff_users(id),
  constraint sign_ins_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX sign_ins_staff_user ON public.sign_ins USING btree (staff_user_id) WHERE (ended_at IS NULL);

create table staff_users (
  id bigint generated by default as identity not null,
  email text not null,
  name text not null,
  level text not null,
  password_hash text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  removed_at timestamp with time zone,
  has_given_password boolean default false not null,
  constraint staff_users_email_check CHECK ((email <> ''::text)),
  constraint staff_users_level_check CHECK ((level = ANY (ARRAY['admin'::text, 'sdgr'::text, 'psgr'::text, 'hotels'::text]))),
  constraint staff_users_name_check CHECK ((name <> ''::text)),
  constraint staff_users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX staff_users_email ON public.staff_users USING btree (lower(email)) WHERE (removed_at IS NULL);
CREATE INDEX staff_users_email_known ON public.staff_users USING btree (lower_case(email));

create table tee_time_counts (
  created_on date not null,
  tee_times bigint not null,
  part integer default 0 not null,
  constraint tee_time_counts_pkey PRIMARY KEY (created_on, part)
);

create table tee_time_list (
  id bigint not null,
  created_at timestamp with time zone not null,
  customer_id bigint not null,
  course_id bigint not null,
  play_date date not null,
  players integer not null,
  raw_paid bigint not null,
  raw_cost bigint not null,
  state text not null,
  play_time text not null,
  confirmation text not null,
  payment_id text not null,
  agent text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  primary_phone text,
  course_name text not null,
  notes text not null,
  internal_notes text not null,
  constraint tee_time_list_pkey PRIMARY KEY (id)
);
CREATE INDEX tee_time_list_agent ON public.tee_time_list USING btree (fold(agent) COLLATE "C", id) INCLUDE (agent);
CREATE INDEX tee_time_list_confirmation ON public.tee_time_list USING btree (fold(confirmation) COLLATE "C", id) INCLUDE (confirmation);
CREATE INDEX tee_time_list_confirmation_start ON public.tee_time_list USING btree (translate(lower(confirmation), '- '::text, ''::text) COLLATE "C");
CREATE INDEX tee_time_list_cost ON public.tee_time_list USING btree (raw_cost, id);
CREATE INDEX tee_time_list_course ON public.tee_time_list USING btree (course_id, created_at DESC, id DESC);
CREATE INDEX tee_time_list_course_play ON public.tee_time_list USING btree (fold(course_name) COLLATE "C", play_date, id) INCLUDE (course_name);
CREATE INDEX tee_time_list_created ON public.tee_time_list USING btree (created_at DESC, id DESC);
CREATE INDEX tee_time_list_customer ON public.tee_time_list USING btree (customer_id, created_at DESC, id DESC);
CREATE INDEX tee_time_list_customer_play ON public.tee_time_list USING btree (customer_id, play_date, play_time, id);
CREATE INDEX tee_time_list_first_name ON public.tee_time_list USING btree (fold(first_name) COLLATE "C", id) INCLUDE (first_name);
CREATE INDEX tee_time_list_last_name ON public.tee_time_list USING btree (fold(last_name) COLLATE "C", id) INCLUDE (last_name);
CREATE INDEX tee_time_list_paid ON public.tee_time_list USING btree (raw_paid, id);
CREATE INDEX tee_time_list_payment ON public.tee_time_list USING btree (NULLIF(fold(payment_id), ''::text) COLLATE "C", id);
CREATE INDEX tee_time_list_payment_down ON public.tee_time_list USING btree (NULLIF(fold(payment_id), ''::text) COLLATE "C" DESC NULLS LAST, id DESC);
CREATE INDEX tee_time_list_play ON public.tee_time_list USING btree (play_date, id);
CREATE INDEX tee_time_list_play_time ON public.tee_time_list USING btree (play_time, id);
CREATE INDEX tee_time_list_players ON public.tee_time_list USING btree (players, id);
CREATE INDEX tee_time_list_state ON public.tee_time_list USING btree (state, created_at DESC, id DESC) WHERE (state <> 'booked'::text);
CREATE INDEX tee_time_list_text ON public.tee_time_list USING gin (fold(first_name) gin_trgm_ops, fold(last_name) gin_trgm_ops, fold(email) gin_trgm_ops, fold(primary_phone) gin_trgm_ops, fold(confirmation) gin_trgm_ops, fold(payment_id) gin_trgm_ops, fold(agent) gin_trgm_ops, fold(notes) gin_trgm_ops, fold(internal_notes) gin_trgm_ops) WITH (gin_pending_list_limit='256');

create table tee_time_rental_clubs (
  tee_time_id bigint not null,
  rental_club_id bigint not null,
  quantity integer not null,
  raw_charge bigint not null,
  raw_cost bigint default 0 not null,
  raw_commission bigint default 0 not null,
  is_dollars boolean default true not null,
  constraint tee_time_rental_clubs_pkey PRIMARY KEY (tee_time_id, rental_club_id),
  constraint tee_time_rental_clubs_quantity_check CHECK ((quantity > 0)),
  constraint tee_time_rental_clubs_raw_charge_check CHECK ((raw_charge >= 0)),
  constraint tee_time_rental_clubs_raw_commission_check CHECK ((raw_commission >= 0)),
  constraint tee_time_rental_clubs_raw_cost_check CHECK ((raw_cost >= 0)),
  constraint tee_time_rental_clubs_rental_club_id_fkey FOREIGN KEY (rental_club_id) REFERENCES rental_clubs(id),
  constraint tee_time_rental_clubs_tee_time_id_fkey FOREIGN KEY (tee_time_id) REFERENCES tee_times(id)
);
CREATE INDEX tee_time_rental_clubs_club ON public.tee_time_rental_clubs USING btree (rental_club_id);

create table tee_times (
  id bigint generated by default as identity not null,
  state text not null,
  source text not null,
  agent text not null,
  staff_user_id bigint,
  customer_id bigint not null,
  course_id bigint not null,
  play_date date not null,
  play_time text not null,
  players integer not null,
  confirmation text not null,
  folio text default ''::text not null,
  notes text default ''::text not null,
  internal_notes text default ''::text not null,
  alt_emails text default ''::text not null,
  should_email_customer boolean default true not null,
  should_email_course boolean default true not null,
  pipedrive_deal_id bigint,
  availability_queue_id bigint,
  gift_certificate_id bigint,
  golf_discount_id bigint,
  raw_charge bigint not null,
  raw_rental_amount bigint default 0 not null,
  raw_discount_amount bigint default 0 not null,
  raw_gift_certificate_amount bigint default 0 not null,
  raw_total bigint not null,
  is_card boolean default false not null,
  raw_paid bigint default 0 not null,
  raw_cost bigint default 0 not null,
  payment_id text default ''::text not null,
  golf_rate_id bigint,
  players_booked integer not null,
  rate_type text,
  raw_rate bigint default 0 not null,
  raw_deposit bigint default 0 not null,
  raw_service_fee bigint default 0 not null,
  raw_wholesale_rate bigint default 0 not null,
  raw_max_refund bigint default 0 not null,
  raw_non_refundable bigint default 0 not null,
  raw_course_balance bigint default 0 not null,
  cancel_hours integer default 0 not null,
  raw_commission bigint default 0 not null,
  is_commission_dollars boolean default true not null,
  raw_golfswitch_commission bigint default 0 not null,
  is_golfswitch_commission_dollars boolean default false not null,
  rate_internal_memo text default ''::text not null,
  canceled_at timestamp with time zone,
  canceled_by text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  updated_by text,
  lost_lead_id bigint,
  agent_email text default ''::text not null,
  raw_open bigint default 0 not null,
  api_user_id bigint,
  constraint tee_times_api_user_id_fkey FOREIGN KEY (api_user_id) REFERENCES api_users(id),
  constraint tee_times_availability_queue_id_fkey FOREIGN KEY (availability_queue_id) REFERENCES availability_queues(id) ON DELETE SET NULL,
  constraint tee_times_confirmation_check CHECK ((confirmation <> ''::text)),
  constraint tee_times_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id),
  constraint tee_times_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint tee_times_gift_certificate_id_fkey FOREIGN KEY (gift_certificate_id) REFERENCES gift_certificates(id),
  constraint tee_times_golf_discount_id_fkey FOREIGN KEY (golf_discount_id) REFERENCES discounts(id),
  constraint tee_times_golf_rate_id_fkey FOREIGN KEY (golf_rate_id) REFERENCES rates(id) ON DELETE SET NULL,
  constraint tee_times_lost_lead_id_fkey FOREIGN KEY (lost_lead_id) REFERENCES lost_leads(id) ON DELETE SET NULL,
  constraint tee_times_pkey PRIMARY KEY (id),
  constraint tee_times_play_time_check CHECK ((play_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text)),
  constraint tee_times_players_booked_check CHECK ((players_booked > 0)),
  constraint tee_times_players_check CHECK ((players > 0)),
  constraint tee_times_raw_charge_check CHECK ((raw_charge >= 0)),
  constraint tee_times_raw_cost_check CHECK ((raw_cost >= 0)),
  constraint tee_times_raw_discount_amount_check CHECK ((raw_discount_amount >= 0)),
  constraint tee_times_raw_gift_certificate_amount_check CHECK ((raw_gift_certificate_amount >= 0)),
  constraint tee_times_raw_open_check CHECK ((raw_open >= 0)),
  constraint tee_times_raw_rental_amount_check CHECK ((raw_rental_amount >= 0)),
  constraint tee_times_raw_total_check CHECK ((raw_total >= 0)),
  constraint tee_times_source_check CHECK ((source = ANY (ARRAY['internal'::text, 'external'::text, 'misc'::text]))),
  constraint tee_times_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES staff_users(id),
  constraint tee_times_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'booked'::text, 'cancel_pending'::text, 'canceled'::text, 'failed'::text])))
);
CREATE INDEX tee_times_api_user ON public.tee_times USING btree (api_user_id, id) WHERE (api_user_id IS NOT NULL);
CREATE INDEX tee_times_canceled ON public.tee_times USING btree (canceled_at) WHERE (canceled_at IS NOT NULL);
CREATE INDEX tee_times_certificate ON public.tee_times USING btree (gift_certificate_id) WHERE (gift_certificate_id IS NOT NULL);
CREATE INDEX tee_times_course ON public.tee_times USING btree (course_id, created_at DESC, id DESC);
CREATE INDEX tee_times_course_play ON public.tee_times USING btree (course_id, play_date, id);
CREATE INDEX tee_times_created ON public.tee_times USING btree (created_at DESC, id DESC);
CREATE INDEX tee_times_customer ON public.tee_times USING btree (customer_id, course_id, created_at DESC);
CREATE INDEX tee_times_discount ON public.tee_times USING btree (golf_discount_id) WHERE (golf_discount_id IS NOT NULL);
CREATE INDEX tee_times_lead ON public.tee_times USING btree (lost_lead_id) WHERE (lost_lead_id IS NOT NULL);
CREATE INDEX tee_times_play ON public.tee_times USING btree (play_date, play_time, id);
CREATE INDEX tee_times_rate ON public.tee_times USING btree (golf_rate_id) WHERE (golf_rate_id IS NOT NULL);
CREATE INDEX tee_times_state ON public.tee_times USING btree (state, created_at DESC, id DESC) WHERE (state <> 'booked'::text);
CREATE TRIGGER tee_times_counted_in AFTER INSERT ON public.tee_times REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_tee_times();
CREATE TRIGGER tee_times_counted_out AFTER DELETE ON public.tee_times REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_tee_times();
CREATE TRIGGER tee_times_customer_stays BEFORE INSERT OR UPDATE OF customer_id ON public.tee_times FOR EACH ROW EXECUTE FUNCTION name_customer_who_stays();
CREATE TRIGGER tee_times_listed AFTER INSERT ON public.tee_times REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION list_tee_times();
CREATE TRIGGER tee_times_relisted AFTER UPDATE ON public.tee_times FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION relist_tee_time();
CREATE TRIGGER tee_times_resold AFTER UPDATE ON public.tee_times FOR EACH ROW WHEN (((((((((((((old.created_at IS DISTINCT FROM new.created_at) OR (old.state IS DISTINCT FROM new.state)) OR (old.source IS DISTINCT FROM new.source)) OR (old.course_id IS DISTINCT FROM new.course_id)) OR (old.staff_user_id IS DISTINCT FROM new.staff_user_id)) OR (old.players IS DISTINCT FROM new.players)) OR (old.is_card IS DISTINCT FROM new.is_card)) OR (old.raw_paid IS DISTINCT FROM new.raw_paid)) OR (old.raw_total IS DISTINCT FROM new.raw_total)) OR (old.raw_open IS DISTINCT FROM new.raw_open)) OR (old.raw_cost IS DISTINCT FROM new.raw_cost)) OR (old.gift_certificate_id IS DISTINCT FROM new.gift_certificate_id))) EXECUTE FUNCTION note_changed_sale();
CREATE TRIGGER tee_times_sold AFTER INSERT ON public.tee_times REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_sales();
CREATE TRIGGER tee_times_unlisted AFTER DELETE ON public.tee_times FOR EACH ROW EXECUTE FUNCTION unlist_tee_time();
CREATE TRIGGER tee_times_unsold AFTER DELETE ON public.tee_times REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_gone_sales();

create table turns (
  subject text not null,
  subject_id bigint not null,
  holder uuid not null,
  staff_user_id bigint not null,
  staff_name text not null,
  began_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone not null,
  doing text default 'booking'::text not null,
  constraint turns_doing_check CHECK ((doing = ANY (ARRAY['booking'::text, 'calling'::text]))),
  constraint turns_pkey PRIMARY KEY (subject, subject_id),
  constraint turns_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES staff_users(id) ON DELETE CASCADE,
  constraint turns_subject_check CHECK ((subject = ANY (ARRAY['open_time'::text, 'queue_entry'::text, 'lead'::text])))
);
CREATE INDEX turns_holder ON public.turns USING btree (holder);

create table webhook_deliveries (
  id bigint generated by default as identity not null,
  event_id uuid not null,
  endpoint_id bigint not null,
  subject text not null,
  state text default 'waiting'::text not null,
  tries integer default 0 not null,
  next_try_at timestamp with time zone default now() not null,
  tried_at timestamp with time zone,
  status integer,
  answer text default ''::text not null,
  last_error text,
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_event_id_endpoint_id_key UNIQUE (event_id, endpoint_id),
  constraint webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, next_try_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_of_endpoint ON public.webhook_deliveries USING btree (endpoint_id, id);
CREATE INDEX webhook_deliveries_state ON public.webhook_deliveries USING btree (state, id);
CREATE INDEX webhook_deliveries_subject ON public.webhook_deliveries USING btree (endpoint_id, subject, id) WHERE (state = 'waiting'::text);

create table webhook_endpoints (
  id bigint generated by default as identity not null,
  api_user_id bigint not null,
  url text not null,
  kinds text[] not null,
  is_on boolean default true not null,
  secret text not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  constraint webhook_endpoints_api_user_id_fkey FOREIGN KEY (api_user_id) REFERENCES api_users(id) ON DELETE CASCADE,
  constraint webhook_endpoints_kinds_check CHECK ((cardinality(kinds) > 0)),
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_url_check CHECK ((url <> ''::text))
);
CREATE INDEX webhook_endpoints_api_user ON public.webhook_endpoints USING btree (api_user_id);

create table webhook_events (
  id uuid default gen_random_uuid() not null,
  api_user_id bigint not null,
  kind text not null,
  subject text not null,
  payload jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint webhook_events_api_user_id_fkey FOREIGN KEY (api_user_id) REFERENCES api_users(id) ON DELETE CASCADE,
  constraint webhook_events_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_events_age ON public.webhook_events USING btree (created_at);
CREATE INDEX webhook_events_api_user ON public.webhook_events USING btree (api_user_id);

create view check_10_lists as
 SELECT 'tee_time'::text AS list,
    COALESCE(l.id, r.id) AS id
   FROM (tee_time_list l
     FULL JOIN tee_time_list_rows r ON ((r.id = l.id)))
  WHERE ((l.* IS DISTINCT FROM r.*) AND (NOT (EXISTS ( SELECT
           FROM list_renames
          WHERE (((list_renames.subject = 'course'::text) AND (list_renames.subject_id = r.course_id)) OR ((list_renames.subject = 'customer'::text) AND (list_renames.subject_id = r.customer_id)))))))
UNION ALL
 SELECT 'gift_certificate'::text AS list,
    COALESCE(l.id, r.id) AS id
   FROM (gift_certificate_list l
     FULL JOIN gift_certificate_list_rows r ON ((r.id = l.id)))
  WHERE (l.* IS DISTINCT FROM r.*);

create view check_11_open_times as
 SELECT 'an entry was made after its queue was closed'::text AS what,
    q.id
   FROM (availability_queues q
     JOIN fore_up_availabilities a ON ((a.id = q.fore_up_availability_id)))
  WHERE (q.created_at > (a.queue_closed_at + '00:00:01'::interval))
UNION ALL
 SELECT 'a lead is of another day than its tee time'::text AS what,
    l.id
   FROM (lost_leads l
     JOIN tee_times t ON ((t.id = l.tee_time_id)))
  WHERE ((l.lead_date <> t.play_date) AND (NOT l.is_moved) AND (l.id IS DISTINCT FROM t.lost_lead_id) AND (NOT (EXISTS ( SELECT
           FROM availability_queues q
          WHERE ((q.id = t.availability_queue_id) AND (q.lost_lead_id = l.id))))))
UNION ALL
 SELECT 'a lead is held by a booking that failed'::text AS what,
    l.id
   FROM (lost_leads l
     JOIN tee_times t ON ((t.id = l.tee_time_id)))
  WHERE (t.state = 'failed'::text)
UNION ALL
 SELECT 'a time is newer than the last complete look'::text AS what,
    a.id
   FROM (fore_up_availabilities a
     JOIN course_days d ON (((d.course_id = a.course_id) AND (d.day = a.available_date))))
  WHERE (a.new_at > d.completed_at)
UNION ALL
 SELECT 'a time was missed, and the next look would not compare'::text AS what,
    a.id
   FROM (fore_up_availabilities a
     JOIN course_days d ON (((d.course_id = a.course_id) AND (d.day = a.available_date))))
  WHERE ((a.missed_at IS NOT NULL) AND (a.gone_at IS NULL) AND (a.starts_at > d.looked_at) AND (d.digest IS NOT NULL))
UNION ALL
 SELECT 'a turn ends later than in five minutes'::text AS what,
    turns.subject_id AS id
   FROM turns
  WHERE (turns.ends_at > (clock_timestamp() + '00:05:00'::interval));

create view check_12_prices as
 SELECT g.id AS gift_certificate_id,
    g.raw_price,
    COALESCE(l.raw_amount, (0)::numeric) AS ledger_price
   FROM (gift_certificates g
     LEFT JOIN ( SELECT t.gift_certificate_id,
            sum(e.raw_amount) AS raw_amount
           FROM (ledger_transactions t
             JOIN ledger_entries e ON ((e.ledger_transaction_id = t.id)))
          WHERE ((t.gift_certificate_id IS NOT NULL) AND (t.tee_time_id IS NULL) AND (e.account = ANY (ARRAY['certificate_sale'::text, 'card'::text])))
          GROUP BY t.gift_certificate_id) l ON ((l.gift_certificate_id = g.id)))
  WHERE ((g.raw_price)::numeric <> COALESCE(l.raw_amount, (0)::numeric));

create view check_13_given_back as
 SELECT c.id AS payment_attempt_id,
    c.raw_amount,
    sum(r.raw_amount) AS given_back
   FROM (payment_attempts c
     JOIN payment_attempts r ON (((r.charge_attempt_id = c.id) AND (r.kind = 'refund'::text) AND (r.state = 'succeeded'::text))))
  GROUP BY c.id
 HAVING (sum(r.raw_amount) > (c.raw_amount)::numeric)
UNION ALL
 SELECT r.charge_attempt_id AS payment_attempt_id,
    (COALESCE(sum(DISTINCT c.raw_amount), (0)::numeric))::bigint AS raw_amount,
    sum(b.raw_amount) AS given_back
   FROM ((payment_attempts r
     JOIN payment_allocations b ON ((b.payment_attempt_id = r.id)))
     LEFT JOIN payment_allocations c ON (((c.payment_attempt_id = r.charge_attempt_id) AND (NOT ((c.tee_time_id IS DISTINCT FROM b.tee_time_id) OR (c.gift_certificate_id IS DISTINCT FROM b.gift_certificate_id))))))
  WHERE ((r.kind = 'refund'::text) AND (r.state = 'succeeded'::text))
  GROUP BY r.charge_attempt_id, b.tee_time_id, b.gift_certificate_id
 HAVING (sum(b.raw_amount) > (COALESCE(min(c.raw_amount), (0)::bigint))::numeric);

create view check_14_certificate_sales as
 SELECT operation_id,
    kind,
    state,
    answer_status,
    moved,
    unnamed,
    transactions,
    certificates,
    card
   FROM ( SELECT o.id AS operation_id,
            o.kind,
            o.state,
            o.answer_status,
            ((
                CASE
                    WHEN (o.kind = 'certificate_sale'::text) THEN 1
                    ELSE '-1'::integer
                END)::numeric * COALESCE(a.moved, (0)::numeric)) AS moved,
            COALESCE(a.unnamed, (0)::bigint) AS unnamed,
            COALESCE(l.transactions, (0)::bigint) AS transactions,
            COALESCE(l.certificates, (0)::bigint) AS certificates,
            COALESCE(l.card, (0)::numeric) AS card
           FROM ((operations o
             LEFT JOIN LATERAL ( SELECT sum(p.raw_amount) AS moved,
                    count(*) FILTER (WHERE (NOT (EXISTS ( SELECT
                           FROM payment_allocations s
                          WHERE ((s.payment_attempt_id = p.id) AND (s.gift_certificate_id IS NOT NULL)))))) AS unnamed
                   FROM payment_attempts p
                  WHERE ((p.operation_id = o.id) AND (p.state = ANY (ARRAY['succeeded'::text, 'failed'::text])) AND (p.kind =
                        CASE
                            WHEN (o.kind = 'certificate_sale'::text) THEN 'charge'::text
                            ELSE 'refund'::text
                        END))) a ON (true))
             LEFT JOIN LATERAL ( SELECT count(DISTINCT t.id) AS transactions,
                    count(DISTINCT t.gift_certificate_id) AS certificates,
                    sum(e.raw_amount) FILTER (WHERE (e.account = 'card'::text)) AS card
                   FROM (ledger_transactions t
                     JOIN ledger_entries e ON ((e.ledger_transaction_id = t.id)))
                  WHERE ((t.operation_id = o.id) AND (t.tee_time_id IS NULL) AND (t.kind =
                        CASE
                            WHEN (o.kind = 'certificate_sale'::text) THEN 'certificate_sale'::text
                            ELSE 'refund'::text
                        END))) l ON (true))
          WHERE (o.kind = ANY (ARRAY['certificate_sale'::text, 'certificate_refund'::text]))) c
  WHERE ((card <> moved) OR (unnamed <> 0) OR
        CASE
            WHEN ((state = 'settled'::text) AND (answer_status = 200)) THEN ((transactions <> 1) OR (certificates <> 1))
            ELSE ((transactions <> 0) OR (moved <> (0)::numeric))
        END);

create view check_15_closed_certificates as
 SELECT gift_certificate_id,
    refunded_at,
    refunds,
    kept
   FROM ( SELECT g.id AS gift_certificate_id,
            g.refunded_at,
            ( SELECT (count(*) FILTER (WHERE (t.kind = 'refund'::text)) - count(*) FILTER (WHERE (t.kind = 'refund_failed'::text)))
                   FROM ledger_transactions t
                  WHERE ((t.gift_certificate_id = g.id) AND (t.kind = ANY (ARRAY['refund'::text, 'refund_failed'::text])) AND (t.tee_time_id IS NULL))) AS refunds,
            COALESCE(( SELECT sum(
                        CASE
                            WHEN (p.kind = 'charge'::text) THEN s.raw_amount
                            ELSE (- s.raw_amount)
                        END) AS sum
                   FROM (payment_allocations s
                     JOIN payment_attempts p ON ((p.id = s.payment_attempt_id)))
                  WHERE ((s.gift_certificate_id = g.id) AND (p.state = 'succeeded'::text))), (0)::numeric) AS kept
           FROM gift_certificates g) c
  WHERE ((refunds <> ((refunded_at IS NOT NULL))::integer) OR ((refunded_at IS NOT NULL) AND (kept <> (0)::numeric)));

create view check_16_failed_refunds as
 SELECT f.payment_attempt_id,
    f.failed,
    f.posted
   FROM ( SELECT r.id AS payment_attempt_id,
                CASE
                    WHEN (c.state = 'succeeded'::text) THEN r.raw_amount
                    ELSE (0)::bigint
                END AS failed,
            COALESCE(( SELECT sum(e.raw_amount) AS sum
                   FROM (ledger_transactions t
                     JOIN ledger_entries e ON ((e.ledger_transaction_id = t.id)))
                  WHERE ((t.payment_attempt_id = r.id) AND (t.kind = 'refund_failed'::text) AND (e.account = 'card'::text))), (0)::numeric) AS posted
           FROM (payment_attempts r
             JOIN payment_attempts c ON ((c.id = r.charge_attempt_id)))
          WHERE (r.state = 'failed'::text)) f
  WHERE ((f.failed)::numeric <> f.posted)
UNION ALL
 SELECT t.payment_attempt_id,
    0 AS failed,
    0 AS posted
   FROM (ledger_transactions t
     LEFT JOIN payment_attempts r ON ((r.id = t.payment_attempt_id)))
  WHERE ((t.kind = 'refund_failed'::text) AND (r.state IS DISTINCT FROM 'failed'::text));

create view check_17_allocations as
 SELECT p.id AS payment_attempt_id,
    p.raw_amount,
    s.allocated
   FROM ((payment_attempts p
     JOIN operations o ON ((o.id = p.operation_id)))
     LEFT JOIN LATERAL ( SELECT sum(a.raw_amount) AS allocated
           FROM payment_allocations a
          WHERE (a.payment_attempt_id = p.id)) s ON (true))
  WHERE ((s.allocated IS DISTINCT FROM (p.raw_amount)::numeric) AND ((s.allocated IS NOT NULL) OR (o.kind <> 'certificate_sale'::text)));

create view check_1_transactions_balance as
 SELECT ledger_transaction_id,
    sum(raw_amount) AS off_by
   FROM ledger_entries
  GROUP BY ledger_transaction_id
 HAVING (sum(raw_amount) <> (0)::numeric);

create view check_2_certificates as
 SELECT gift_certificate_id,
    raw_balance,
    raw_value,
    ledger_balance,
    issued,
    adjusted,
    held
   FROM ( SELECT g.id AS gift_certificate_id,
            g.raw_balance,
            g.raw_value,
            COALESCE(( SELECT (- sum(e.raw_amount))
                   FROM ledger_entries e
                  WHERE ((e.gift_certificate_id = g.id) AND (e.account = 'gift_certificate'::text))), (0)::numeric) AS ledger_balance,
            COALESCE(( SELECT (- sum(e.raw_amount))
                   FROM (ledger_entries e
                     JOIN ledger_transactions t ON ((t.id = e.ledger_transaction_id)))
                  WHERE ((e.gift_certificate_id = g.id) AND (e.account = 'gift_certificate'::text) AND (t.kind = 'certificate_sale'::text))), (0)::numeric) AS issued,
            COALESCE(( SELECT (- sum(e.raw_amount))
                   FROM (ledger_entries e
                     JOIN ledger_transactions t ON ((t.id = e.ledger_transaction_id)))
                  WHERE ((e.gift_certificate_id = g.id) AND (e.account = 'gift_certificate'::text) AND (t.kind = 'certificate_adjustment'::text))), (0)::numeric) AS adjusted,
            COALESCE(( SELECT sum(h.raw_amount) AS sum
                   FROM certificate_holds h
                  WHERE (h.gift_certificate_id = g.id)), (0)::numeric) AS held
           FROM gift_certificates g) c
  WHERE (((raw_balance)::numeric <> ledger_balance) OR (ledger_balance < (0)::numeric) OR (ledger_balance > (issued + adjusted)) OR (held > ledger_balance) OR (issued <> (raw_value)::numeric));

create view check_3_tenders as
 SELECT e.tee_time_id,
    e.account,
    sum(e.raw_amount) FILTER (WHERE (t.kind = ANY (ARRAY['booking'::text, 'change'::text]))) AS captured,
    (- sum(e.raw_amount) FILTER (WHERE (t.kind = ANY (ARRAY['refund'::text, 'refund_failed'::text])))) AS refunded
   FROM (ledger_entries e
     JOIN ledger_transactions t ON ((t.id = e.ledger_transaction_id)))
  WHERE ((e.tee_time_id IS NOT NULL) AND (e.account = ANY (ARRAY['card'::text, 'gift_certificate'::text])))
  GROUP BY e.tee_time_id, e.account
 HAVING ((COALESCE(sum(e.raw_amount) FILTER (WHERE (t.kind = ANY (ARRAY['booking'::text, 'change'::text]))), (0)::numeric) < (0)::numeric) OR (COALESCE((- sum(e.raw_amount) FILTER (WHERE (t.kind = 'refund'::text))), (0)::numeric) < (0)::numeric) OR (COALESCE((- sum(e.raw_amount) FILTER (WHERE (t.kind = ANY (ARRAY['refund'::text, 'refund_failed'::text])))), (0)::numeric) > COALESCE(sum(e.raw_amount) FILTER (WHERE (t.kind = ANY (ARRAY['booking'::text, 'change'::text]))), (0)::numeric)));

create view check_4_totals as
 SELECT id AS tee_time_id,
    raw_charge,
    raw_rental_amount,
    raw_discount_amount,
    raw_gift_certificate_amount,
    raw_total
   FROM tee_times
  WHERE ((raw_total <> (((raw_charge + raw_rental_amount) - raw_discount_amount) - raw_gift_certificate_amount)) OR (LEAST(raw_charge, raw_rental_amount, raw_discount_amount, raw_gift_certificate_amount, raw_total) < 0) OR (raw_discount_amount > raw_charge) OR ((raw_rental_amount)::numeric <> COALESCE(( SELECT sum((c.quantity * c.raw_charge)) AS sum
           FROM tee_time_rental_clubs c
          WHERE (c.tee_time_id = tee_times.id)), (0)::numeric)));

create view check_5_charges as
 SELECT tee_time_id,
    state,
    is_card,
    raw_total,
    raw_open,
    raw_gift_certificate_amount,
    raw_paid,
    must_card,
    must_on_account,
    charges,
    charged,
    paid,
    card,
    on_account,
    certificate,
    bookings
   FROM ( SELECT t.id AS tee_time_id,
            t.state,
            t.is_card,
            t.raw_total,
            t.raw_open,
            t.raw_gift_certificate_amount,
            t.raw_paid,
                CASE
                    WHEN t.is_card THEN (t.raw_total - t.raw_open)
                    ELSE (0)::bigint
                END AS must_card,
                CASE
                    WHEN t.is_card THEN t.raw_open
                    ELSE t.raw_total
                END AS must_on_account,
            COALESCE(a.charges, (0)::bigint) AS charges,
            COALESCE(a.charged, (0)::numeric) AS charged,
            COALESCE(l.paid, (0)::numeric) AS paid,
            COALESCE(l.card, (0)::numeric) AS card,
            COALESCE(l.on_account, (0)::numeric) AS on_account,
            COALESCE(l.certificate, (0)::numeric) AS certificate,
            COALESCE(l.bookings, (0)::bigint) AS bookings
           FROM ((tee_times t
             LEFT JOIN ( SELECT s.tee_time_id,
                    count(*) FILTER (WHERE (p.kind = 'charge'::text)) AS charges,
                    (COALESCE(sum(s.raw_amount) FILTER (WHERE (p.kind = 'charge'::text)), (0)::numeric) - COALESCE(sum(s.raw_amount) FILTER (WHERE ((p.kind = 'refund'::text) AND (o.kind = 'change'::text) AND (c_1.state = 'succeeded'::text))), (0)::numeric)) AS charged
                   FROM (((payment_allocations s
                     JOIN payment_attempts p ON ((p.id = s.payment_attempt_id)))
                     JOIN operations o ON ((o.id = p.operation_id)))
                     LEFT JOIN payment_attempts c_1 ON ((c_1.id = p.charge_attempt_id)))
                  WHERE ((p.state = ANY (ARRAY['succeeded'::text, 'failed'::text])) AND ((o.kind <> 'change'::text) OR (o.state = 'settled'::text)))
                  GROUP BY s.tee_time_id) a ON ((a.tee_time_id = t.id)))
             LEFT JOIN ( SELECT e.tee_time_id,
                    sum(e.raw_amount) FILTER (WHERE (e.account = 'card'::text)) AS paid,
                    sum(e.raw_amount) FILTER (WHERE ((e.account = 'card'::text) AND (x.kind = ANY (ARRAY['booking'::text, 'change'::text])))) AS card,
                    sum(e.raw_amount) FILTER (WHERE ((e.account = 'on_account'::text) AND (x.kind = ANY (ARRAY['booking'::text, 'change'::text])))) AS on_account,
                    sum(e.raw_amount) FILTER (WHERE ((e.account = 'gift_certificate'::text) AND (x.kind = ANY (ARRAY['booking'::text, 'change'::text])))) AS certificate,
                    count(DISTINCT x.id) FILTER (WHERE (x.kind = 'booking'::text)) AS bookings
                   FROM (ledger_entries e
                     JOIN ledger_transactions x ON ((x.id = e.ledger_transaction_id)))
                  WHERE (e.tee_time_id IS NOT NULL)
                  GROUP BY e.tee_time_id) l ON ((l.tee_time_id = t.id)))) c
  WHERE (((raw_paid)::numeric <> paid) OR
        CASE
            WHEN (state = ANY (ARRAY['pending'::text, 'failed'::text])) THEN ((charges <> 0) OR (paid <> (0)::numeric) OR (bookings <> 0))
            ELSE ((bookings <> 1) OR (charged <> (must_card)::numeric) OR (card <> (must_card)::numeric) OR (on_account <> (must_on_account)::numeric) OR (certificate <> (raw_gift_certificate_amount)::numeric))
        END);

create view check_7_open_attempts as
 SELECT id AS payment_attempt_id,
    state,
    created_at
   FROM payment_attempts
  WHERE ((state = ANY (ARRAY['created'::text, 'unknown'::text])) AND (created_at < (now() - ric_limit('give_up'::text, '00:16:00'::interval))));

create view check_8_holds as
 SELECT h.operation_id,
    h.tee_time_id,
    COALESCE(t.state, o.state) AS state
   FROM ((certificate_holds h
     JOIN operations o ON ((o.id = h.operation_id)))
     LEFT JOIN tee_times t ON ((t.id = h.tee_time_id)))
  WHERE
        CASE
            WHEN (h.tee_time_id IS NULL) THEN ((o.kind <> 'certificate_refund'::text) OR (o.state = 'settled'::text))
            ELSE (t.state <> 'pending'::text)
        END;

create view check_9_outbox as
 SELECT operation_id,
    kind,
    recipient,
    count(*) AS copies
   FROM outbox
  GROUP BY operation_id, kind, recipient
 HAVING (count(*) > 1);

create view gift_certificate_list_rows as
 SELECT g.id,
    g.created_at,
    g.customer_id,
    g.raw_value,
    g.raw_balance,
    g.email_delivery,
    g.serial,
    c.first_name,
    c.last_name,
    c.email,
    g.internal_memo,
    g.refunded_at
   FROM (gift_certificates g
     LEFT JOIN customers c ON ((c.id = g.customer_id)));

create view tee_time_figures as
 SELECT t.id,
    t.state,
    t.source,
    t.agent,
    t.staff_user_id,
    t.customer_id,
    t.course_id,
    t.play_date,
    t.play_time,
    t.players,
    t.confirmation,
    t.folio,
    t.notes,
    t.internal_notes,
    t.alt_emails,
    t.should_email_customer,
    t.should_email_course,
    t.pipedrive_deal_id,
    t.availability_queue_id,
    t.gift_certificate_id,
    t.golf_discount_id,
    t.raw_charge,
    t.raw_rental_amount,
    t.raw_discount_amount,
    t.raw_gift_certificate_amount,
    t.raw_total,
    t.is_card,
    t.raw_paid,
    t.raw_cost,
    t.payment_id,
    t.golf_rate_id,
    t.players_booked,
    t.rate_type,
    t.raw_rate,
    t.raw_deposit,
    t.raw_service_fee,
    t.raw_wholesale_rate,
    t.raw_max_refund,
    t.raw_non_refundable,
    t.raw_course_balance,
    t.cancel_hours,
    t.raw_commission,
    t.is_commission_dollars,
    t.raw_golfswitch_commission,
    t.is_golfswitch_commission_dollars,
    t.rate_internal_memo,
    t.canceled_at,
    t.canceled_by,
    t.created_at,
    t.updated_at,
    t.updated_by,
    t.lost_lead_id,
    t.agent_email,
    t.raw_open,
    ((t.state <> 'canceled'::text))::integer AS bookings,
        CASE
            WHEN (t.state = 'canceled'::text) THEN 0
            ELSE t.players
        END AS rounds,
        CASE
            WHEN (t.state = 'canceled'::text) THEN (0)::bigint
            WHEN t.is_card THEN t.raw_open
            ELSE t.raw_total
        END AS raw_on_account,
        CASE
            WHEN (t.state = 'canceled'::text) THEN
            CASE
                WHEN t.is_card THEN t.raw_paid
                ELSE (0)::bigint
            END
            WHEN t.is_card THEN (t.raw_paid + t.raw_open)
            ELSE t.raw_total
        END AS raw_revenue,
    l.raw_certificates,
        CASE
            WHEN (t.state = 'canceled'::text) THEN (0)::bigint
            ELSE t.raw_cost
        END AS raw_counted_cost,
        CASE
            WHEN (t.state = 'canceled'::text) THEN (0)::bigint
            ELSE ( SELECT (COALESCE(sum((c.quantity * c.raw_cost)), (0)::numeric))::bigint AS "coalesce"
               FROM tee_time_rental_clubs c
              WHERE (c.tee_time_id = t.id))
        END AS raw_clubs_cost,
    l.raw_posted_card,
    l.raw_posted_on_account
   FROM (tee_times t
     CROSS JOIN LATERAL ( SELECT (COALESCE(sum(e.raw_amount) FILTER (WHERE (e.account = 'gift_certificate'::text)), (0)::numeric))::bigint AS raw_certificates,
            (COALESCE(sum(e.raw_amount) FILTER (WHERE (e.account = 'card'::text)), (0)::numeric))::bigint AS raw_posted_card,
            (COALESCE(sum(e.raw_amount) FILTER (WHERE (e.account = 'on_account'::text)), (0)::numeric))::bigint AS raw_posted_on_account
           FROM ledger_entries e
          WHERE (e.tee_time_id = t.id)) l)
  WHERE (t.state = ANY (ARRAY['booked'::text, 'cancel_pending'::text, 'canceled'::text]));

create view tee_time_list_rows as
 SELECT t.id,
    t.created_at,
    t.customer_id,
    t.course_id,
    t.play_date,
    t.players,
    t.raw_paid,
    t.raw_cost,
    t.state,
    t.play_time,
    t.confirmation,
    t.payment_id,
    t.agent,
    c.first_name,
    c.last_name,
    c.email,
    c.primary_phone,
    k.course_name,
    t.notes,
    t.internal_notes
   FROM ((tee_times t
     JOIN customers c ON ((c.id = t.customer_id)))
     JOIN courses k ON ((k.id = t.course_id)));
