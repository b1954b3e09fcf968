import { useBlocker } from '@tanstack/react-router';
import { ask } from './ask.ts';

const LEAVE = {
  question: 'Leave while it is under way?',
  detail: 'It goes on; what became of it will stand in the history of the record.',
  verb: 'Leave',
};

/**
 * What closes a dialog: nothing while what was pressed in it is under way, or nobody would be told what became of it. To leave the
 * screen is asked about meanwhile.
 */
export function useStaying(close: () => void, isUnderWay: boolean): (() => void) | undefined {
  useBlocker({
    shouldBlockFn: async () => !(await ask(LEAVE)),
    enableBeforeUnload: isUnderWay,
    disabled: !isUnderWay,
  });
  return isUnderWay ? undefined : close;
}
