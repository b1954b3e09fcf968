import { askToConfirm } from './ask.ts';

const LEAVE = {
  question: 'Leave without saving?',
  detail: 'Your changes will be discarded.',
  verb: 'Leave',
  danger: true,
};
const ONE_WAY_OUT_MS = 500;
let granted = { to: '', at: 0 };

/** Asks the person before typed values are discarded; two changed forms that are left together cause one question. */
export async function confirmDiscardOnLeave(to: string): Promise<boolean> {
  if (granted.to === to && performance.now() - granted.at < ONE_WAY_OUT_MS) return true;
  const yes = await askToConfirm(LEAVE);
  if (yes) granted = { to, at: performance.now() };
  return yes;
}
