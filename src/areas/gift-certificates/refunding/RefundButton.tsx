import { lazy, Suspense, useState } from 'react';
import { ActButton } from '../../../web/records/ActButton.tsx';

// A record alone does not need it.
const RefundDialog = lazy(async () => {
  const { RefundDialog: component } = await import('./RefundDialog.tsx');
  return { default: component };
});

type Props = { certificate: { id: number; serial: string }; changed: () => Promise<void> };

/** The way to a certificate's refund. */
export function RefundButton({ certificate, changed }: Props) {
  const [isOpen, open] = useState(false);
  return (
    <>
      <ActButton look="danger" act={() => open(true)}>
        Refund ...
      </ActButton>
      {isOpen && (
        <Suspense fallback={null}>
          <RefundDialog certificate={certificate} changed={changed} close={() => open(false)} />
        </Suspense>
      )}
    </>
  );
}
