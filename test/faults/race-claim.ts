import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { claims } from '../../src/areas/claims/claims.contract.ts';
import { nextToCall } from '../../src/areas/wait-list/calling/next.rules.ts';
import { waitList } from '../../src/areas/wait-list/wait-list.contract.ts';
import { anOpenTime } from '../support/factories.ts';
import type { RaceRound } from './race-rounds.ts';
import { compareCounts, noDamage, type RaceDamage, type SignedInCaller } from './racing.ts';

/**
 * Races agents who all claim one open time and one entry of its queue: one agent gets both claims (and the claim on the
 * entry's lead), the others get that agent's name.
 */
export async function claimAtOnce({ app, agents, number }: RaceRound): Promise<RaceDamage> {
  const [open_time, entry] = [number + 1, number + 1];
  const subjects = [
    { subject: 'open_time', subject_id: open_time },
    { subject: 'queue_entry', subject_id: entry },
  ] as const;
  // In every other repetition an expired claim of another person exists.
  if (number % 2 === 1)
    await sql`insert into turns (subject, subject_id, holder, staff_user_id, staff_name, ends_at)
      select 'open_time', ${open_time}, ${randomUUID()}, min(id), 'Somebody', now() - interval '1 second' from staff_users`.execute(
      app.db,
    );
  const answers = await Promise.all(
    agents.map((agent, at) => {
      const order = at % 2 === 0 ? subjects : subjects.toReversed();
      return agent(claims.take, { body: { holder: randomUUID(), subjects: order } });
    }),
  );
  const damage = noDamage();
  compareCounts(damage, 'answers', {
    is: answers.filter(({ status }) => status === 200).length,
    must: agents.length,
  });
  const told = answers.map(({ body }) => claims.take.answer.safeParse(body).data?.held);
  compareCounts(damage, 'holders', { is: told.filter((held) => held === null).length, must: 1 });
  const { rows } = await sql<{ staff_name: string; rows: number }>`
    select staff_name, count(*)::integer as rows from turns
    where subject_id = ${open_time} and subject in ('open_time', 'queue_entry') and ends_at > now() group by staff_name`.execute(
    app.db,
  );
  compareCounts(damage, 'names that have it', { is: rows.length, must: 1 });
  compareCounts(damage, 'things that they have', { is: rows[0]?.rows ?? 0, must: subjects.length });
  const others = told.filter((held) => held?.staff_name === rows[0]?.staff_name).length;
  compareCounts(damage, 'others who are told the name', { is: others, must: agents.length - 1 });
  return damage;
}

// The number of agents at one queue; each retries after every entry that another agent claimed first.
const AT_ONE_QUEUE = 6;

/**
 * Races agents who open one queue and call the customer that its screen offers: no two agents call the same customer, and
 * every agent gets one.
 */
export async function callNextCustomer({ app, course, agents: all }: RaceRound): Promise<RaceDamage> {
  const agents = all.slice(0, AT_ONE_QUEUE);
  const open = await anOpenTime(app.db, { course_id: course, starts_at: '2130-06-01T14:42:00Z' });
  const leads = await app.db
    .insertInto('lost_leads')
    .values(
      agents.map(() => ({ course_id: course, players: 2, lead_date: '2030-06-01', play_time: '07:42' })),
    )
    .returning('id')
    .execute();
  await app.db
    .insertInto('availability_queues')
    .values(leads.map(({ id }) => ({ fore_up_availability_id: open.id, lost_lead_id: id })))
    .execute();
  const called = await Promise.all(agents.map((agent) => callNext(agent, open.id)));
  const damage = noDamage();
  compareCounts(damage, 'customers who are called', { is: new Set(called).size, must: agents.length });
  const { rows } = await sql<{
    staff: number;
  }>`select count(distinct t.staff_user_id)::integer as staff from turns t
    join availability_queues q on t.subject = 'queue_entry' and t.subject_id = q.id
    where q.fore_up_availability_id = ${open.id} and t.doing = 'calling'`.execute(app.db);
  compareCounts(damage, 'people who call', { is: rows[0]?.staff ?? 0, must: agents.length });
  return damage;
}

/** Claims the first customer whom nobody calls, as the screen does, or the next one after a conflict. */
async function callNext(agent: SignedInCaller, fupId: number): Promise<number> {
  const holder = randomUUID();
  for (;;) {
    const [queue, running] = await Promise.all([
      agent(waitList.index, { query: { id: fupId } }),
      agent(claims.index),
    ]);
    const { availability_queues } = waitList.index.answer.parse(queue.body);
    const next = nextToCall(availability_queues, claims.index.answer.parse(running.body));
    if (!next) return 0;
    const subjects = [{ subject: 'queue_entry', subject_id: next.id }];
    const taken = await agent(claims.take, { body: { holder, doing: 'calling', subjects } });
    if (claims.take.answer.parse(taken.body).held === null) return next.lost_lead.id;
  }
}
