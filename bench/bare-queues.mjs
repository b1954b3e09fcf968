// Answers the calls of the wait list and of a queue's management with SQL written by hand.
const WAITING = 'l.tee_time_id is null and l.unwanted_at is null';
const TIME = `a.id, json_build_object('id', k.id, 'course_name', k.course_name) as course, a.available_date, a.available_time, a.spots,
  to_char(a.available_date, 'FMDay, FMMonth FMDDth') as wordy_available_date, a.holes, a.starting_side, d.looked_at as scraped_at,
  to_char(a.starts_at at time zone 'America/Los_Angeles', 'FMHH12:MI AM') as play_time_for_humans, a.gone_at is not null as is_gone`;
const TIMES = `fore_up_availabilities a join courses k on k.id = a.course_id
  left join course_days d on d.course_id = a.course_id and d.day = a.available_date`;

export function bareQueues(app, rowsOf, signedIn) {
  app.get('/api/fore_up_availability/wait_list_queues', async ({ headers }) => {
    await signedIn(headers);
    return rowsOf(
      `select ${TIME}, a.created_at, w.waiting from ${TIMES} join (
        select q.fore_up_availability_id, count(*) as waiting from availability_queues q join lost_leads l on l.id = q.lost_lead_id
        where ${WAITING} group by 1) w on w.fore_up_availability_id = a.id
        where a.queue_closed_at is null and a.starts_at > now() and not k.inactive order by a.available_date, a.available_time, a.id`,
      [],
      'wait list',
    );
  });
  app.get('/api/availability_queue/index', async ({ headers, query }) => {
    await signedIn(headers);
    const [times, entries, same_day] = await Promise.all([
      rowsOf(
        `select ${TIME}, a.starts_at <= now() as is_past, a.queue_closed_at, a.queue_closed_by, r.raw_rate, d.changed_at, d.open_count, s.system
          from ${TIMES} left join rates r on r.id = a.rate_id left join course_sources s on s.course_id = a.course_id where a.id = $1`,
        [query.id],
        'queue',
      ),
      rowsOf(
        `select q.id, row_number() over (order by l.created_at, l.id) as queue_position, l.tee_time_id, l.card_token is not null as has_card,
          row_to_json(l) as lost_lead, json_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name,
            'email', c.email, 'primary_phone', c.primary_phone, 'postcode', c.postcode) as customer,
          (select row_to_json(m) from lead_calls m where m.lost_lead_id = l.id order by m.id desc limit 1) as last_call
          from availability_queues q join lost_leads l on l.id = q.lost_lead_id left join customers c on c.id = l.customer_id
          where q.fore_up_availability_id = $1 order by l.created_at, l.id`,
        [query.id],
        'entries',
      ),
      rowsOf(
        `select o.id, o.available_time from fore_up_availabilities a join fore_up_availabilities o
            on o.course_id = a.course_id and o.available_date = a.available_date and o.id <> a.id
          where a.id = $1 and o.gone_at is null and o.starts_at > now() and o.spots && array(select l.players
            from availability_queues q join lost_leads l on l.id = q.lost_lead_id where q.fore_up_availability_id = a.id and ${WAITING})
          order by abs(extract(epoch from o.starts_at - a.starts_at)), o.available_time, o.id limit 12`,
        [query.id],
        'same day',
      ),
    ]);
    return { ...times[0], availability_queues: entries, same_day };
  });
}
