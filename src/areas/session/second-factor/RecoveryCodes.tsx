import { useEffect, useRef } from 'react';
import { Button } from '../../../web/components/Button.tsx';
import { CopyButton } from '../../../web/components/CopyButton.tsx';

/** Shows the recovery codes, once, as the last step of setting up a second factor. */
export function RecoveryCodes({ codes, finish }: { codes: string[]; finish: () => void }) {
  const status = useRef<HTMLParagraphElement>(null);
  // The focus moves here, because the element that had it was removed with the previous step.
  useEffect(() => status.current?.focus(), []);
  return (
    <>
      <p ref={status} tabIndex={-1} role="status">
        It is set up. Keep these codes where your phone is not: each of them signs you in once in its place.
        They are shown only now.
      </p>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button look="go" onClick={finish}>
          I have saved them
        </Button>
        <CopyButton text={codes.join('\n')} of="the recovery codes" />
      </div>
    </>
  );
}
