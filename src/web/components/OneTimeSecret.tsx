import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { useConfirmLeave } from '../leaving/useDialogClose.ts';

type Props = {
  /** The name of the secret, for screen readers. */
  of: string;
  text: string;
  says: string;
  close: () => void;
};

const LEAVE = { question: 'Leave without saving it?', detail: 'It is shown only now.', verb: 'Leave' };

/** Shows a secret, such as a new password, this one time, until the person confirms that it is saved. */
export function OneTimeSecret({ of, text, says, close }: Props) {
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => status.current?.focus(), [text]);
  useConfirmLeave(LEAVE, true);
  return (
    <div className="shown-once">
      <p ref={status} tabIndex={-1} role="status">
        {says}
      </p>
      <p className="row">
        <code>{text}</code>
        <CopyButton text={text} of={of} />
      </p>
      <div>
        <Button look="go" onClick={close}>
          I have saved it
        </Button>
      </div>
    </div>
  );
}
