import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { aBookingBody, aCard, sendBooking } from '../../../test/support/bookings.ts';
import { auditOf } from '../../../test/support/audit-entries.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { customers } from '../customers/customers.contract.ts';
import { giftCertificates } from '../gift-certificates/gift-certificates.contract.ts';
import { helpfulLinks } from '../helpful-links/helpful-links.contract.ts';
import { holidays } from '../holidays/holidays.contract.ts';
import { rateDateRanges } from '../rates/ranges/rate-date-ranges.contract.ts';
import { rates } from '../rates/rates.contract.ts';
import { session } from '../session/session.contract.ts';
import { staffMessage } from '../staff-message/staff-message.contract.ts';
import { staffUsers } from '../staff-users/staff-users.contract.ts';
import { teeTimes } from '../tee-times/tee-times.contract.ts';

const app = testApp();
let admin: HeaderFields;
let course: { id: number };
beforeAll(async () => {
  admin = await app.signedIn('admin');
  course = await aCourse(app.db, { email: 'pro@course.example' });
});
const changesOf = async (key: string, id: number | null) =>
  (await auditOf(app, key, id)).map(({ action, before, after }) => [action, before, after]);
const everyEntry = () => app.db.selectFrom('audit_entries').selectAll().execute();

describe('one entry for each save', () => {
  test('of a holiday', async () => {
    const holiday = { name: 'Labor Day', start_date: '2026-09-07', end_date: '2026-09-07', courses: [] };
    const { id } = await app.ok(holidays.create, { body: { holiday } }, admin);
    const changed = { courses: [{ id: course.id }] };
    await app.ok(holidays.update, { body: { id, holiday: changed } }, admin);
    await app.ok(holidays.remove, { params: { id } }, admin);
    expect(await changesOf('holiday', id)).toEqual([
      ['created', null, { id, ...holiday }],
      ['edited', { courses: [] }, changed],
      ['deleted', { id, ...holiday, ...changed }, null],
    ]);
  });

  test('of a customer; one who is there already leaves none', async () => {
    const customer = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
    const { id } = await app.ok(customers.create, { body: { customer } }, admin);
    const again = await app.ok(customers.create, { body: { customer } }, admin);
    expect(again).toMatchObject({ id, duplicate: true });
    await app.ok(customers.update, { body: { id, customer: { city: 'Palm Desert' } } }, admin);
    expect(await changesOf('customer', id)).toEqual([
      ['created', null, expect.objectContaining({ ...customer, city: null })],
      ['edited', { city: null }, { city: 'Palm Desert' }],
    ]);
  });

  test('of a staff user, whose passwords are never in it', async () => {
    const secret = 'fairways and greens';
    const typed = { email: 'new@desk.example', name: 'Ana Ruiz' };
    const withPassword = { ...typed, password: secret, password_confirmation: secret };
    const { id } = await app.ok(
      staffUsers.create,
      { body: { ric_user: withPassword, groups: 'sdgr' } },
      admin,
    );
    const other = { id, password: `${secret}!`, password_confirmation: `${secret}!` };
    await app.ok(staffUsers.update, { body: { ric_user: other, groups: 'sdgr' } }, admin);
    await app.ok(staffUsers.update, { body: { ric_user: { id }, groups: 'hotels' } }, admin);
    await app.ok(staffUsers.remove, { params: { id } }, admin);
    const levels = (level: string) => ({ admin_user_groups: [{ level }] });
    const whole = { id, ...typed, has_second_factor: false };
    expect(await changesOf('ric_user', id)).toEqual([
      ['created', null, { ...whole, ...levels('sdgr') }],
      ['edited', {}, {}],
      ['edited', levels('sdgr'), levels('hotels')],
      ['deleted', { ...whole, ...levels('hotels') }, null],
    ]);
    expect(JSON.stringify(await everyEntry())).not.toMatch(/fairways|argon2|password_hash/);
  });

  test('of a new record, whatever id is sent with it', async () => {
    const typed = {
      name: 'Of another',
      password: 'fairways and greens',
      password_confirmation: 'fairways and greens',
    };
    const send = (ric_user: typeof typed & { email: string; id?: number }) =>
      app.ok(staffUsers.create, { body: { ric_user, groups: 'sdgr' } }, admin);
    const first = await send({ ...typed, email: 'first@desk.example' });
    const second = await send({ ...typed, email: 'second@desk.example', id: first.id });
    expect(await changesOf('ric_user', second.id)).toMatchObject([
      ['created', null, { id: second.id, email: 'second@desk.example' }],
    ]);
  });

  test('of a password of one’s own, without it', async () => {
    const secret = 'fairways and greens';
    const ric_user = {
      email: 'own@desk.example',
      name: 'Own',
      password: secret,
      password_confirmation: secret,
    };
    const { id } = await app.ok(staffUsers.create, { body: { ric_user, groups: 'sdgr' } }, admin);
    const signedIn = await app.call(session.signIn, { body: { email: ric_user.email, password: secret } });
    const of = (name: string) => String(signedIn.headers[name]);
    const own = { 'access-token': of('access-token'), uid: of('uid'), client: of('client') };
    const password = 'bunkers and flags';
    const wrong = { current_password: 'guessed wrongly', password };
    expect((await app.call(session.password, { body: wrong }, own)).status).toBe(422);
    await app.ok(session.password, { body: { current_password: secret, password } }, own);
    const said = { made_by: 'Own', address: '127.0.0.1', before: null, after: null };
    expect((await auditOf(app, 'ric_user', id)).slice(1)).toEqual([
      { action: 'signed in', ...said },
      { action: 'changed the password', ...said },
    ]);
    expect(JSON.stringify(await everyEntry())).not.toMatch(/fairways|bunkers|guessed/);
  });

  test('of a date range, and of copies of it', async () => {
    const rate = { course, rate: '80.00' };
    const { id: golf_rate_id } = await app.ok(rates.create, { body: { rate } }, admin);
    const range = {
      golf_rate_id,
      start: '2026-01-01',
      end: '2026-12-31',
      time_start: '06:00',
      time_end: '18:00',
      description: '',
      rate_days: [{ name: 'Mon' }],
    };
    const { id } = await app.ok(rateDateRanges.create, { body: { rate_date_range: range } }, admin);
    const changed = { id, end: '2026-11-30' };
    await app.ok(rateDateRanges.update, { body: { rate_date_range: changed } }, admin);
    const other = await aCourse(app.db);
    const copied = { rate_ids: [id], course_ids: [other.id] };
    await app.ok(rateDateRanges.copy, { body: { golf_rate_id, ...copied } }, admin);
    await app.ok(rateDateRanges.remove, { params: { id } }, admin);
    expect(await changesOf('rate_date_range', id)).toEqual([
      ['created', null, expect.objectContaining({ id, end: '2026-12-31' })],
      ['edited', { end: '2026-12-31' }, { end: '2026-11-30' }],
      ['deleted', expect.objectContaining({ id, end: '2026-11-30' }), null],
    ]);
    expect((await changesOf('rate', golf_rate_id)).slice(1)).toEqual([['copied date ranges', null, copied]]);
  });

  test('of a link that is moved', async () => {
    const link = { url: 'https://one.example', description: 'One', type: 'Hotel' };
    const { id: first } = await app.ok(helpfulLinks.create, { body: { helpful_link: link } }, admin);
    const { id } = await app.ok(helpfulLinks.create, { body: { helpful_link: link } }, admin);
    await app.ok(helpfulLinks.moveUp, { params: { id } }, admin);
    expect((await changesOf('helpful_link', id)).at(-1)).toEqual(['edited', { order: 2 }, { order: 1 }]);
    expect(await changesOf('helpful_link', first)).toHaveLength(1);
  });

  test('of what there is one of only', async () => {
    await app.ok(staffMessage.update, { body: { message: 'Frost delay' } }, admin);
    expect((await changesOf('ric_message', null)).at(-1)).toEqual([
      'edited',
      { message: expect.any(String) },
      { message: 'Frost delay' },
    ]);
    const before = await app.ok(giftCertificates.sales, {}, admin);
    const saleConfiguration = { discount: 12.5, updated_at: before.updated_at };
    await app.ok(giftCertificates.updateSales, { body: { saleConfiguration } }, admin);
    expect(await changesOf('sale_configuration', null)).toEqual([
      ['edited', { discount: before.discount }, { discount: 12.5 }],
    ]);
  });
});

test('two who save the same record at once: each entry begins where the other ends', async () => {
  const holiday = { name: '0', start_date: '2026-09-07', end_date: '2026-09-07', courses: [] };
  const { id } = await app.ok(holidays.create, { body: { holiday } }, admin);
  const save = (name: string) => app.ok(holidays.update, { body: { id, holiday: { name } } }, admin);
  await Promise.all(['1', '2', '3', '4', '5', '6'].map(save));
  const edits = (await auditOf(app, 'holiday', id)).slice(1);
  expect(edits).toHaveLength(6);
  const after = ['0', ...edits.map((edit) => edit.after?.['name'])];
  expect(edits.map((edit) => edit.before?.['name'])).toEqual(after.slice(0, -1));
});

test('what follows from a booking or a cancellation knows where it was asked from', async () => {
  const agent = await app.signedIn('agent');
  const body = aBookingBody({ course: course.id, credit_card: aCard('approved') });
  const { status, body: answer } = await sendBooking(app, body, agent);
  expect(status).toBe(200);
  const { id } = (answer as { tee_time: { id: number } }).tee_time;
  await app.ok(teeTimes.cancel, { body: { id, cancel: true, refund: true, force_cancel: true } }, agent);
  const entries = await auditOf(app, 'tee_time', id);
  expect(entries.map(({ action, address }) => [action, address])).toEqual([
    ['booked', '127.0.0.1'],
    ['canceled', '127.0.0.1'],
    ['refunded', '127.0.0.1'],
  ]);
});

test('an entry is never changed', async () => {
  const change = app.db.updateTable('audit_entries').set({ made_by: 'nobody' }).execute();
  await expect(change).rejects.toThrow(/append-only/);
});
