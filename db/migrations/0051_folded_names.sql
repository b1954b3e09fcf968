-- Texts are found, suggested and sorted by their fold, and identified by their exact form (docs/decisions/0016-folded-names.md).
-- Both are RIC's own functions, because lower() and ILIKE know the letters of the database's locale only: in the C locale, A to Z.
-- src/contract/names/fold.ts has the same rules for screens and rules; src/server/database/fold.test.ts compares the two.

-- Indexing a large company takes longer than any answer may.
set local statement_timeout = 0;

-- The letters of Latin, Greek, Cyrillic and Armenian that have a small letter of one character. Search paths do not reach the
-- bodies of functions that an index calls, so they name nothing of RIC's.
create function lower_case_letters(said text) returns text language plpgsql immutable strict parallel safe cost 1 as $$
begin
  return translate(lower(said collate "C"),
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƠƢƤƦƧƩƬƮƯƱƲƳƵƷƸƼǄǅǇǈǊǋǍǏǑǓǕǗǙǛǞǠǢǤǦǨǪǬǮǱǲǴǶǷǸǺǼǾȀȂȄȆȈȊȌȎȐȒȔȖȘȚȜȞȠȢȤȦȨȪȬȮȰȲȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫϏϘϚϜϞϠϢϤϦϨϪϬϮϴϷϹϺϽϾϿЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖḀḂḄḆḈḊḌḎḐḒḔḖḘḚḜḞḠḢḤḦḨḪḬḮḰḲḴḶḸḺḼḾṀṂṄṆṈṊṌṎṐṒṔṖṘṚṜṞṠṢṤṦṨṪṬṮṰṲṴṶṸṺṼṾẀẂẄẆẈẊẌẎẐẒẔẞẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸỺỼỾἈἉἊἋἌἍἎἏἘἙἚἛἜἝἨἩἪἫἬἭἮἯἸἹἺἻἼἽἾἿὈὉὊὋὌὍὙὛὝὟὨὩὪὫὬὭὮὯᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾸᾹᾺΆᾼῈΈῊΉῌῘῙῚΊῨῩῪΎῬῸΌῺΏῼ',
    'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵơƣƥʀƨʃƭʈưʊʋƴƶʒƹƽǆǆǉǉǌǌǎǐǒǔǖǘǚǜǟǡǣǥǧǩǫǭǯǳǳǵƕƿǹǻǽǿȁȃȅȇȉȋȍȏȑȓȕȗșțȝȟƞȣȥȧȩȫȭȯȱȳⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋϗϙϛϝϟϡϣϥϧϩϫϭϯθϸϲϻͻͼͽѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆḁḃḅḇḉḋḍḏḑḓḕḗḙḛḝḟḡḣḥḧḩḫḭḯḱḳḵḷḹḻḽḿṁṃṅṇṉṋṍṏṑṓṕṗṙṛṝṟṡṣṥṧṩṫṭṯṱṳṵṷṹṻṽṿẁẃẅẇẉẋẍẏẑẓẕßạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹỻỽỿἀἁἂἃἄἅἆἇἐἑἒἓἔἕἠἡἢἣἤἥἦἧἰἱἲἳἴἵἶἷὀὁὂὃὄὅὑὓὕὗὠὡὢὣὤὥὦὧᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾰᾱὰάᾳὲέὴήῃῐῑὶίῠῡὺύῥὸόὼώῳ');
end $$;
create function lower_case(said text) returns text language sql immutable parallel safe
return case when octet_length(said) = char_length(said) then lower(said collate "C") collate "default" else lower_case_letters(said) end;

-- Accents and what nobody sees are removed; then letters are put in lower case, letters that a keyboard may lack are written with those
-- that it has, and all apostrophes, hyphens and blanks become one of each.
create function fold_letters(said text) returns text language plpgsql immutable strict parallel safe cost 1 as $$
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
end $$;
-- Most texts are plain: one look says so. The result has the collation of the text again, or an index of folds answers no question alone.
create function fold(said text) returns text language sql immutable parallel safe
return case when said collate "C" ~ '[^ -_a-~]|  |^ | $' then fold_letters(said) else lower(said collate "C") collate "default" end;

-- Stored texts are in NFC. Books, audit entries and versions of letters are never changed; a name that is taken in NFC stays too.
do $$
declare
  stored record;
  place tid;
begin
  for stored in
    select format('%I', c.table_name) as "table", format('%I', c.column_name) as "column"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text' and c.is_generated = 'NEVER'
      and c.table_name not like 'kysely%' and not exists (
        select from pg_trigger g join pg_proc p on p.oid = g.tgfoid
        where g.tgrelid = format('%I', c.table_name)::regclass and p.proname in ('refuse_change', 'guard_audit_entry'))
  loop
    for place in execute format('select ctid from %s where %s is not nfc normalized', stored."table", stored."column") loop
      begin
        execute format('update %1$s set %2$s = normalize(%2$s, NFC) where ctid = $1', stored."table", stored."column") using place;
      exception when unique_violation then null;
      end;
    end loop;
  end loop;
end $$;

-- An e-mail is known in lower case, whatever the locale.
drop index customers_email, former_names_email;
alter table customers drop column email_normal,
  add column email_normal text not null generated always as (lower_case(btrim(email))) stored;
alter table former_names drop column email_normal,
  add column email_normal text not null generated always as (lower_case(btrim(email))) stored;
create index customers_email on customers (email_normal) where email_normal <> '';
create index former_names_email on former_names (email_normal) where email_normal <> '';
create index staff_users_email_known on staff_users (lower_case(email));
create index discounts_code_known on discounts (lower_case(code));
create index gift_certificates_serial_known on gift_certificates (lower_case(serial));

-- What the large lists filter and sort by is indexed as it is compared.
drop index tee_time_list_course_play, tee_time_list_first_name, tee_time_list_last_name, tee_time_list_confirmation, tee_time_list_payment,
  tee_time_list_payment_down, tee_time_list_agent, tee_time_list_text, gift_certificate_list_serial, gift_certificate_list_first_name,
  gift_certificate_list_first_name_down, gift_certificate_list_last_name, gift_certificate_list_last_name_down,
  gift_certificate_list_email, gift_certificate_list_email_down, gift_certificate_list_memo, gift_certificate_list_memo_down,
  gift_certificate_list_text, customers_names, customers_first_name, customers_email_sort, customers_phone_sort,
  customers_phone_sort_down, customers_text;

create index tee_time_list_course_play on tee_time_list (fold(course_name) collate "C", play_date, id) include (course_name);
create index tee_time_list_first_name on tee_time_list (fold(first_name) collate "C", id) include (first_name);
create index tee_time_list_last_name on tee_time_list (fold(last_name) collate "C", id) include (last_name);
create index tee_time_list_confirmation on tee_time_list (fold(confirmation) collate "C", id) include (confirmation);
create index tee_time_list_payment on tee_time_list ((nullif(fold(payment_id), '') collate "C"), id);
create index tee_time_list_payment_down on tee_time_list ((nullif(fold(payment_id), '') collate "C") desc nulls last, id desc);
create index tee_time_list_agent on tee_time_list (fold(agent) collate "C", id) include (agent);
create index tee_time_list_text on tee_time_list using gin
  (fold(first_name) gin_trgm_ops, fold(last_name) gin_trgm_ops, fold(email) gin_trgm_ops, fold(primary_phone) gin_trgm_ops,
   fold(confirmation) gin_trgm_ops, fold(payment_id) gin_trgm_ops, fold(agent) gin_trgm_ops, fold(notes) gin_trgm_ops,
   fold(internal_notes) gin_trgm_ops) with (gin_pending_list_limit = 256);

create index gift_certificate_list_serial on gift_certificate_list (fold(serial) collate "C", id) include (serial);
create index gift_certificate_list_first_name on gift_certificate_list ((nullif(fold(first_name), '') collate "C"), id) include (first_name);
create index gift_certificate_list_first_name_down on gift_certificate_list
  ((nullif(fold(first_name), '') collate "C") desc nulls last, id desc) include (first_name);
create index gift_certificate_list_last_name on gift_certificate_list ((nullif(fold(last_name), '') collate "C"), id) include (last_name);
create index gift_certificate_list_last_name_down on gift_certificate_list
  ((nullif(fold(last_name), '') collate "C") desc nulls last, id desc) include (last_name);
create index gift_certificate_list_email on gift_certificate_list ((nullif(fold(email), '') collate "C"), id) include (email);
create index gift_certificate_list_email_down on gift_certificate_list
  ((nullif(fold(email), '') collate "C") desc nulls last, id desc) include (email);
create index gift_certificate_list_memo on gift_certificate_list ((nullif(fold(internal_memo), '') collate "C"), id);
create index gift_certificate_list_memo_down on gift_certificate_list
  ((nullif(fold(internal_memo), '') collate "C") desc nulls last, id desc);
create index gift_certificate_list_text on gift_certificate_list using gin
  (fold(first_name) gin_trgm_ops, fold(last_name) gin_trgm_ops, fold(email) gin_trgm_ops, fold(serial) gin_trgm_ops,
   fold(internal_memo) gin_trgm_ops) with (gin_pending_list_limit = 256);

create index customers_names on customers (fold(last_name) collate "C", fold(first_name) collate "C", id)
  include (last_name, first_name, type);
create index customers_first_name on customers (fold(first_name) collate "C", id) include (first_name, type);
create index customers_email_sort on customers (fold(email) collate "C", id) include (email, type);
create index customers_phone_sort on customers ((nullif(fold(primary_phone), '') collate "C"), id)
  include (primary_phone, type);
create index customers_phone_sort_down on customers
  ((nullif(fold(primary_phone), '') collate "C") desc nulls last, id desc) include (primary_phone, type);
create index customers_text on customers using gin
  (fold(first_name) gin_trgm_ops, fold(last_name) gin_trgm_ops, fold(email) gin_trgm_ops, fold(primary_phone) gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- As many values are sampled of each expression as were of the texts themselves (0008_list_costs.sql).
do $$
declare
  one record;
begin
  for one in
    select format('%I', i.relname) as name, a.attnum as place
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_attribute a on a.attrelid = i.oid
    where x.indrelid in ('tee_time_list'::regclass, 'customers'::regclass) and a.attnum <= x.indnkeyatts and x.indkey[a.attnum - 1] = 0
  loop
    execute format('alter index %s alter column %s set statistics 1000', one.name, one.place);
  end loop;
end $$;

-- A name is refused from now on where another one has its fold. Those that exist stay, and admins are told of them.
insert into notices (kind, message)
select 'name', format('%s that people can write alike: %s. Whoever types one finds all of them: rename all but one.', what,
  string_agg(format('“%s” (%s)', name, id), ', ' order by id))
from (
  select 'Courses' as what, id, course_name as name from courses
  union all select 'Course groups', id, group_name from course_groups
  union all select 'Discounts', id, code from discounts
  union all select 'Partners', id, api_user_name from api_users) named
group by what, fold(name) having count(*) > 1;
