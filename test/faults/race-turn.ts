import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { turns } from '../../src/areas/turns/turns.contract.ts';
import type { Round } from './race-rounds.ts';
import { compare, noDamage, type Damage } from './racing.ts';

/** Everybody claims the same open time and the same entry of its queue: one has both, the others are told who. */
export async function sameTurn({ desk, agents, number }: Round): Promise<Damage> {
  const [open_time, entry] = [number + 1, number + 1];
  const subjects = [
    { subject: 'open_time', subject_id: open_time },
    { subject: 'queue_entry', subject_id: entry },
  ] as const;
  // In every other round somebody had it whose time is over.
  if (number % 2 === 1)
    await sql`insert into turns (subject, subject_id, holder, staff_user_id, staff_name, ends_at)
      select 'open_time', ${open_time}, ${randomUUID()}, min(id), 'Somebody', now() - interval '1 second' from staff_users`.execute(
      desk.db,
    );
  const answers = await Promise.all(
    agents.map((agent, at) => {
      const order = at % 2 === 0 ? subjects : subjects.toReversed();
      return agent(turns.take, { body: { holder: randomUUID(), subjects: order } });
    }),
  );
  const damage = noDamage();
  compare(damage, 'answers', {
    is: answers.filter(({ status }) => status === 200).length,
    must: agents.length,
  });
  const told = answers.map(({ body }) => turns.take.answer.safeParse(body).data?.held);
  compare(damage, 'holders', { is: told.filter((held) => held === null).length, must: 1 });
  const { rows } = await sql<{ staff_name: string; rows: number }>`
    select staff_name, count(*)::integer as rows from turns
    where subject_id = ${open_time} and ends_at > now() group by staff_name`.execute(desk.db);
  compare(damage, 'names that have it', { is: rows.length, must: 1 });
  compare(damage, 'things that they have', { is: rows[0]?.rows ?? 0, must: subjects.length });
  const others = told.filter((held) => held?.staff_name === rows[0]?.staff_name).length;
  compare(damage, 'others who are told the name', { is: others, must: agents.length - 1 });
  return damage;
}
