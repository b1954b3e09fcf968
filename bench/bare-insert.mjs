// Inserts a booking's rows by hand in one transaction with the same indexes and triggers as RIC; the reference for
// benchmark W1.
import { randomUUID } from 'node:crypto';

const LETTER = 'x'.repeat(4000);
const ANSWER = JSON.stringify({ tee_time: { id: 1, note: 'x'.repeat(400) } });

export function bareInsert(app, pool, signedIn) {
  app.post('/bare/insert', async (request) => {
    await signedIn(request.headers);
    const client = await pool.connect();
    try {
      await client.query('begin');
      const id = await insertAll(client, request.body.course);
      await client.query('commit');
      return { id };
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  });
}

async function insertAll(client, course) {
  const run = (name, text, values) => client.query({ name, text, values });
  const operation = randomUUID();
  await run(
    'operation',
    `insert into operations (id, kind, staff_user_id, idempotency_key, fingerprint, state, answer_status, answer)
         values ($1::uuid, 'book', 1, $1::text, $1::text, 'settled', 200, $2)`,
    [operation, ANSWER],
  );
  const person = await run(
    'customer',
    `insert into customers (type, first_name, last_name, email, updated_by)
         values ('Customer', 'Bench', 'Booker', $1, 'Bench') returning id`,
    [`${operation}@bench.example`],
  );
  const made = await run(
    'tee time',
    `insert into tee_times (state, source, agent, customer_id, course_id, play_date, play_time, players, players_booked,
           confirmation, raw_charge, raw_total) values ('booked', 'internal', 'Bench', $1, $2, current_date + 9, '07:42', 4, 4, 'BENCH', 40000, 40000) returning id`,
    [person.rows[0].id, course],
  );
  const { id } = made.rows[0];
  const posted = await run(
    'ledger',
    `insert into ledger_transactions (kind, tee_time_id, operation_id) values ('booking', $1, $2) returning id`,
    [id, operation],
  );
  await run(
    'entries',
    `insert into ledger_entries (ledger_transaction_id, account, raw_amount, tee_time_id)
         values ($1, 'tee_time', -40000, $2), ($1, 'on_account', 40000, $2)`,
    [posted.rows[0].id, id],
  );
  await run(
    'letters',
    `insert into outbox (operation_id, tee_time_id, kind, recipient, subject, html, text, message_id, state)
         values ($1::uuid, $2, 'receipt', 'a@bench.example', 'Booked', $3, '', $1::text || '1', 'sent'),
                ($1::uuid, $2, 'course_receipt', 'b@bench.example', 'Booked', $3, '', $1::text || '2', 'sent')`,
    [operation, id, LETTER],
  );
  await run(
    'audit',
    `insert into audit_entries (made_by, action, subject, subject_id, after)
         values ('Bench', 'booked', 'tee_time', $1, '{"total": "$400.00", "paid_by_card": false}')`,
    [id],
  );
  return id;
}
