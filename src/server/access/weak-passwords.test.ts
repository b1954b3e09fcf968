import { expect, test } from 'vitest';
import { passwordWeakness } from './weak-passwords.ts';

const COMMON = expect.stringContaining('most common');
const MADE_OF = expect.stringContaining("RIC's words");

test.each([
  ['1q2w3e4r5t6y', COMMON],
  ['Password1234', COMMON],
  ['2026-Sunshine!', COMMON],
  ['qwertyuiop123', COMMON],
  ['ana.ruiz@desk.example', MADE_OF],
  ['Ana-Ruiz-2026-Desk', MADE_OF],
  ['golf golf golf', MADE_OF],
  ['SDGR-TeeTime-2026', MADE_OF],
  ['ric ric ric ric 1', MADE_OF],
  ['aaaaaaaaaaaaaaaa', MADE_OF],
  ['1212121212121212', MADE_OF],
  ['fairways and greens', null],
  ['golf in the morning rain', null],
  ['Xk7#pQ2!vLm9', null],
  ['пароль на лужайке', null],
])('%s', async (password, why) => {
  expect(await passwordWeakness(password, 'ana.ruiz@desk.example')).toEqual(why);
});

test('the sign-ins of the demonstration company are good enough', async () => {
  expect(await passwordWeakness('fairway-admin', 'admin@ric.example')).toBeNull();
  expect(await passwordWeakness('fairway-agent', 'agent@ric.example')).toBeNull();
});
