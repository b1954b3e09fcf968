import { useBlocker } from '@tanstack/react-router';
import { askToConfirm, type ConfirmQuestion } from './ask.ts';

const LEAVE = {
  question: 'Leave while it is under way?',
  detail: 'It continues. Its outcome will be in the record’s history.',
  verb: 'Leave',
};

/** Asks the person before a screen is left while an action runs whose outcome the screen shows. */
export function useConfirmLeave(question: ConfirmQuestion, isUnderWay: boolean): void {
  useBlocker({
    shouldBlockFn: async () => !(await askToConfirm(question)),
    enableBeforeUnload: isUnderWay,
    disabled: !isUnderWay,
  });
}

/**
 * Returns the function that closes a dialog; undefined while its action is under way, or nobody would learn the
 * outcome. Leaving the screen asks first during that time.
 */
export function useDialogClose(close: () => void, isUnderWay: boolean): (() => void) | undefined {
  useConfirmLeave(LEAVE, isUnderWay);
  return isUnderWay ? undefined : close;
}
