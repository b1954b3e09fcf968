// The lists in SQL written by hand, straight from their tables, with texts compared by their fold as in RIC.
const low = (column) => `fold(${column}) collate "C"`;
const last = (column) => `nullif(fold(${column}), '') collate "C"`;
const money = (column) => `(${column} / 100.0)::numeric(20,2)::text`;
/** Repeats a column's definition for several names. */
const each = (names, make) => Object.fromEntries(names.split(' ').map((name) => [name, make(name)]));

// A filter returns its condition for the typed text; `$` stands for its parameter.
const like = (column) => (typed) => [`${column} like $`, `%${typed.toLowerCase()}%`];
const part = (column) => like(`fold(${column})`);
const is = (column) => (typed) => [`${column} = $`, typed];
const cents = (column) => (typed) => [`${column} = $`, Math.round(Number(typed.replace('$', '')) * 100)];
const onDay = (column) => (typed) => [
  `${column} >= $::date::timestamp at time zone 'America/Los_Angeles' and ${column} < ($::date + 1)::timestamp at time zone 'America/Los_Angeles'`,
  typed,
];
const digits = (column, normal) => (typed) =>
  /\d/.test(typed) ? like(normal)(typed.replace(/\D/g, '')) : part(column)(typed);
const oneOf = (column) => (typed) => [`${column} = any($)`, typed.split(',')];

/** `order` is the default order, `id` the column that ends every other; a `small` list is read in one step. */
export const REFERENCE_LISTS = {
  tee_times: {
    from: 'tee_time_list',
    select: `id, first_name, last_name, created_at, play_date, play_time, players, ${money('raw_paid')} as paid, ${money('raw_cost')} as cost,
      course_id, course_name, confirmation, payment_id, agent, notes, internal_notes, case when state = 'cancel_pending' then 'pending'
      when state = 'booked' and (play_date, play_time) <= (current_date, to_char(now(), 'HH24:MI')) then 'played' else state end as status`,
    order: 'created_at desc, id desc',
    sorts: { course_name: low('course_name'), play_date: 'play_date' },
    filters: {
      ...each('first_name last_name', part),
      course_name: (typed, courses) => [
        'course_id = any($)',
        courses.filter(({ name }) => name.includes(typed.toLowerCase())).map(({ id }) => id),
      ],
    },
  },
  customers: {
    from: 'customers',
    select: 'id, type, first_name, last_name, email, primary_phone, updated_at',
    order: `${low('last_name')}, ${low('first_name')}, id`,
    sorts: {
      ...each('id type', String),
      ...each('first_name last_name email', low),
      primary_phone: last('primary_phone'),
    },
    filters: {
      ...each('id type', is),
      ...each('first_name last_name email', part),
      primary_phone: digits('primary_phone', 'primary_phone_normal'),
    },
  },
  gift_certificates: {
    from: 'gift_certificate_list',
    select: `id, created_at, first_name, last_name, email, serial, ${money('raw_value')} as value, ${money('raw_balance')} as balance,
      case when email_delivery then 'email' else 'mail' end as delivery_method, internal_memo`,
    order: 'created_at desc, id desc',
    sorts: {
      ...each('id created_at', String),
      ...each('first_name last_name email internal_memo', last),
      serial: low('serial'),
      value: 'raw_value',
      balance: 'raw_balance',
      delivery_method: 'not email_delivery',
    },
    filters: {
      id: is('id'),
      created_at: onDay('created_at'),
      value: cents('raw_value'),
      balance: cents('raw_balance'),
      ...each('first_name last_name email serial internal_memo', part),
      delivery_method: (typed) => ['email_delivery = $', typed === 'email'],
    },
  },
  courses: {
    small: true,
    from: 'courses',
    select:
      'id, course_name, inactive, internal_only, address, city, phone, email as course_email, updated_at',
    order: `${low('course_name')}, id`,
    sorts: {
      ...each('id inactive internal_only', String),
      ...each('address city phone', last),
      course_name: low('course_name'),
      course_email: last('email'),
    },
    filters: {
      ...each('id inactive internal_only', is),
      ...each('course_name address city', part),
      course_email: part('email'),
      phone: digits('phone', `regexp_replace(phone, '[^0-9]', '', 'g')`),
    },
  },
  rates: {
    small: true,
    id: 'r.id',
    from: `rates r join courses k on k.id = r.course_id left join (
      select golf_rate_id, min("start") as first_day, min(time_start) as first_time, string_agg(distinct "start" || ' – ' || "end", ', ') as dates,
        string_agg(distinct case when time_start = '' then 'All day' else time_start || ' – ' || time_end end, ', ') as times
      from rate_date_ranges group by 1) d on d.golf_rate_id = r.id left join (
      select golf_rate_id, string_agg(name, ' ' order by place) as days from (select distinct golf_rate_id, name,
          array_position(array['Mon','Tue','Wed','Thu','Fri','Sat','Sun','M','H'], name) as place
        from rate_date_ranges, unnest(rate_days) as name) named group by 1) w on w.golf_rate_id = r.id`,
    select: `r.id, k.course_name, coalesce(w.days, '') as days, coalesce(d.times, '') as times, coalesce(d.dates, '') as dates,
      ${money('r.raw_rate')} as rate, r.raw_rate, r.disabled, r.archived, r.internal_memo, r.type,
      case r.type when 'RicGolfRate' then 'RIC Rate' else 'API Rate' end as humanized_type, r.updated_at`,
    order: `d.first_day desc nulls last, ${low('k.course_name')} desc, r.id desc`,
    sorts: {
      course_name: low('k.course_name'),
      days: low(`coalesce(w.days, '')`),
      times: 'd.first_time',
      dates: 'd.first_day',
      rate: 'r.raw_rate',
      disabled: 'r.disabled',
      archived: 'r.archived',
      internal_memo: low('r.internal_memo'),
      type: low('r.type'),
    },
    filters: {
      course_name: part('k.course_name'),
      days: part('w.days'),
      times: part('d.times'),
      rate: cents('r.raw_rate'),
      disabled: is('r.disabled'),
      archived: is('r.archived'),
      type: is('r.type'),
      course_id: is('r.course_id'),
      internal_memo: part('r.internal_memo'),
      dates: (typed) => [
        'r.id in (select golf_rate_id from rate_date_ranges where $::date between "start" and "end")',
        typed,
      ],
      holiday_id: (typed) => [
        `r.id in (select x.golf_rate_id from holidays h join holiday_courses c on c.holiday_id = h.id join rates o on o.course_id = c.course_id
          join rate_date_ranges x on x.golf_rate_id = o.id and 'H' = any(x.rate_days) and x."start" <= h.end_date and x."end" >= h.start_date
          where h.id = $)`,
        typed,
      ],
    },
  },
  discounts: {
    small: true,
    from: 'discounts',
    select: `id, code, start_date, end_date, is_dollars, case when is_dollars then '$' else '%' end as is_dollars_display,
      ${money('raw_amount')} as amount, raw_amount, ${money('raw_min_discount')} as min_discount,
      ${money('raw_max_discount')} as max_discount, gift_certificate_stack, enabled, min_players, max_players, updated_at`,
    order: 'id',
    sorts: {
      ...each(
        'start_date end_date is_dollars gift_certificate_stack enabled min_players max_players',
        String,
      ),
      code: low('code'),
      amount: 'raw_amount',
    },
    filters: {
      ...each('start_date end_date is_dollars gift_certificate_stack enabled min_players max_players', is),
      code: part('code'),
      amount: cents('raw_amount'),
      min_discount: cents('raw_min_discount'),
      max_discount: cents('raw_max_discount'),
    },
  },
  ric_users: {
    small: true,
    from: 'staff_users',
    always: 'removed_at is null',
    select: 'id, email, level as groups, updated_at',
    order: `${low('email')}, id`,
    sorts: { email: low('email'), groups: low('level') },
    filters: { email: part('email'), groups: oneOf('level') },
  },
  helpful_links: {
    small: true,
    from: 'helpful_links',
    select: 'id, url, description, type, "order", updated_at',
    order: '"order", id',
    sorts: { ...each('url description type', low), order: '"order"' },
    filters: { ...each('url description', part), type: is('type'), order: is('"order"') },
  },
  images: {
    small: true,
    id: 'i.id',
    from: 'images i join courses k on k.id = i.course_id',
    select: `i.id, i.course_id, k.course_name, '/images/' || i.name as url, i.created_at, i.updated_at`,
    order: `${low('k.course_name')}, i.id`,
    sorts: { course_name: low('k.course_name'), created_at: 'i.created_at' },
    filters: { course_name: part('k.course_name'), course_id: is('i.course_id') },
  },
  course_groups: {
    small: true,
    from: 'course_groups',
    select: 'id, group_name, updated_at',
    order: `${low('group_name')}, id`,
    sorts: { group_name: low('group_name') },
    filters: {
      group_name: part('group_name'),
      course_id: (typed) => [
        'id in (select course_group_id from course_group_courses where course_id = $)',
        typed,
      ],
    },
  },
  'rental-clubs': {
    small: true,
    id: 'r.id',
    from: 'rental_clubs r join courses k on k.id = r.course_id',
    select: `r.id, ${money('r.raw_cost')} as cost, ${money('r.raw_rate')} as rate, r.raw_rate, ${money('r.raw_charge')} as charge,
      r.raw_charge, r.brand, r.description, r.handed, r.sex, json_build_object('id', k.id, 'course_name', k.course_name) as course,
      k.course_name, r.updated_at`,
    order: `${low('k.course_name')}, ${low('r.brand')}, r.id`,
    sorts: {
      cost: 'r.raw_cost',
      rate: 'r.raw_rate',
      charge: 'r.raw_charge',
      brand: low('r.brand'),
      description: low('r.description'),
      handed: 'r.handed',
      sex: 'r.sex',
      course_name: low('k.course_name'),
    },
    filters: {
      cost: cents('r.raw_cost'),
      rate: cents('r.raw_rate'),
      charge: cents('r.raw_charge'),
      brand: part('r.brand'),
      description: part('r.description'),
      course_name: part('k.course_name'),
      handed: is('r.handed'),
      sex: is('r.sex'),
      course_id: is('r.course_id'),
      archived: is('r.archived'),
    },
  },
  maintenances: {
    small: true,
    id: 'm.id',
    from: 'maintenances m join courses k on k.id = m.course_id',
    select: 'm.id, m.start_date, m.end_date, k.course_name, m.description, m.updated_at',
    order: 'm.start_date desc, m.id desc',
    sorts: {
      start_date: 'm.start_date',
      end_date: 'm.end_date',
      course_name: low('k.course_name'),
      description: low('m.description'),
    },
    filters: {
      start_date: is('m.start_date'),
      end_date: is('m.end_date'),
      course_id: is('m.course_id'),
      course_name: part('k.course_name'),
      description: part('m.description'),
    },
  },
  holidays: {
    small: true,
    id: 'h.id',
    from: `holidays h left join (select c.holiday_id, string_agg(k.course_name, ', ' order by k.course_name) as course_names
      from holiday_courses c join courses k on k.id = c.course_id group by 1) n on n.holiday_id = h.id`,
    select: `h.id, h.name, h.start_date, h.end_date, coalesce(n.course_names, '') as course_names, h.updated_at`,
    order: 'h.start_date desc, h.id desc',
    sorts: {
      name: low('h.name'),
      start_date: 'h.start_date',
      end_date: 'h.end_date',
      course_names: last('n.course_names'),
    },
    filters: {
      name: part('h.name'),
      start_date: is('h.start_date'),
      end_date: is('h.end_date'),
      course_id: (typed) => ['h.id in (select holiday_id from holiday_courses where course_id = $)', typed],
      course_name: (typed) => [
        'h.id in (select holiday_id from holiday_courses c join courses k on k.id = c.course_id where fold(k.course_name) like $)',
        `%${typed.toLowerCase()}%`,
      ],
    },
  },
  fore_up_availability: {
    id: 'a.id',
    from: `fore_up_availabilities a join courses k on k.id = a.course_id left join rates r on r.id = a.rate_id
      left join course_days d on d.course_id = a.course_id and d.day = a.available_date`,
    always: 'a.gone_at is null and a.starts_at > now() and not k.inactive',
    select: `a.id, a.course_id, k.course_name, a.available_time, to_char(a.available_date, 'Dy, Mon FMDD YYYY') as read_date, a.spots,
      coalesce(a.new_at = d.completed_at, false) as is_new, a.created_at, a.updated_at, d.looked_at as scraped_at, a.available_date,
      ${money('r.raw_rate')} as rate, a.rate_id as "rateId", coalesce((select string_agg(g.group_name, ', ') from course_group_courses c
        join course_groups g on g.id = c.course_group_id where c.course_id = a.course_id), '') as group_name,
      a.starting_side, a.holes, d.completed_at, d.next_look_at + interval '15 minutes' < now() as is_stale,
      (select count(*) from availability_queues q join lost_leads l on l.id = q.lost_lead_id where q.fore_up_availability_id = a.id
        and a.queue_closed_at is null and l.tee_time_id is null and l.unwanted_at is null) as waiting, a.course_id = 17 as is_grey`,
    order: 'a.available_date, a.available_time, a.id',
    sorts: each('available_date available_time', (name) => `a.${name}`),
    filters: {
      course_name: (typed, courses) => [
        'a.course_id = any($)',
        courses.filter(({ name }) => name.includes(typed.toLowerCase())).map(({ id }) => id),
      ],
    },
  },
};
