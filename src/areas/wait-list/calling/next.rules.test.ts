import { expect, test } from 'vitest';
import type { Claim } from '../../claims/claims.contract.ts';
import type { QueueEntry } from '../wait-list.contract.ts';
import { nextToCall } from './next.rules.ts';

const entry = (id: number, call_rank: number | null): QueueEntry => ({
  id,
  call_rank,
  queue_position: id,
  why: '',
  has_card: false,
  raw_worth: null,
  tee_time: null,
  last_call: null,
  customer: { id: null, first_name: '', last_name: '', email: '', primary_phone: '', postcode: '' },
  lost_lead: {
    id: id * 10,
    created_at: '',
    players: 2,
    lead_date: '2030-06-01',
    play_time: '08:00',
    course_id: 1,
  },
});
const QUEUE = [entry(1, 1), entry(2, 2), entry(3, null)];
const at = (subject: Claim['subject'], subject_id: number, given: Partial<Claim> = {}): Claim => ({
  subject,
  subject_id,
  doing: 'calling',
  open_time_id: null,
  holder: '',
  staff_name: 'Ben',
  is_own: false,
  seconds_left: 9,
  ...given,
});

test.each<[string, Claim[], number | undefined]>([
  ['nobody is called: the first', [], 1],
  ['the first is called by somebody else: the second', [at('lead', 10)], 2],
  ['somebody else books for the first: the second', [at('lead', 10, { doing: 'booking' })], 2],
  ['one’s own other tab calls the first: the first', [at('lead', 10, { is_own: true })], 1],
  ['what has the same number is no customer: the first', [at('open_time', 10), at('queue_entry', 10)], 1],
  ['all are called: nobody', [at('lead', 10), at('lead', 20)], undefined],
])('where %s', (_, turns, id) => expect(nextToCall(QUEUE, turns)?.id).toBe(id));
