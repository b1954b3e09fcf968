import { useEffect, useRef } from 'react';
import { formatMoney } from '../../../../contract/money.ts';
import { Alert } from '../../../../web/components/Alert.tsx';
import { Button } from '../../../../web/components/Button.tsx';
import { CopyButton } from '../../../../web/components/CopyButton.tsx';
import { ErrorBox } from '../../../../web/components/ErrorBox.tsx';
import { ScreenLink } from '../../../../web/navigation/ScreenLink.tsx';
import { fieldLabelOnScreen } from '../../../../web/records/form/label-of.ts';
import { FieldErrorSummary } from '../../../../web/records/form/FieldErrorSummary.tsx';
import type { CertificateSaleAnswer } from '../selling.contract.ts';
import type { useCertificateSale } from './useCertificateSale.ts';

type Props = { selling: ReturnType<typeof useCertificateSale>; errors: Record<string, string[]> };

/** Shows and announces the result of the sale, above the form. */
export function SaleOutcome({
  selling: { sold, pending, refusal, error, isTypedSince, next },
  errors,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const shown = sold ?? pending ?? error;
  useEffect(() => {
    if (shown) (box.current?.querySelector<HTMLElement>('[data-next]') ?? box.current)?.focus();
  }, [shown]);
  return (
    <div className="outcome" aria-live="assertive" ref={box} tabIndex={-1}>
      {refusal && <FieldErrorSummary sentence={refusal} errors={errors} nameOf={personAndLabel} />}
      {pending && (
        <Alert tone="waiting" role="alert">
          <strong>{pending.message}</strong> This page will show the outcome.
        </Alert>
      )}
      {error && <ErrorBox error={error} />}
      {sold && <Success sold={sold} isTypedSince={isTypedSince} next={next} />}
    </div>
  );
}

/**
 * Returns the label of a field with the person's role before it, because purchaser and recipient have fields of the same
 * labels.
 */
function personAndLabel(name: string): string {
  const person = document.getElementById(`field-${name}`)?.closest('section')?.getAttribute('aria-label');
  return /^(customer|recipient)\./.test(name)
    ? `${person}: ${fieldLabelOnScreen(name)}`
    : fieldLabelOnScreen(name);
}

const LETTERS = {
  gift_certificate_receipt: 'The receipt',
  gift_certificate: 'The gift certificate',
} as const;

type SuccessProps = { sold: CertificateSaleAnswer; isTypedSince: boolean; next: () => void };

function Success({ sold: { gift_certificate: one, letters }, isTypedSince, next }: SuccessProps) {
  const price = one.raw_price === one.raw_value ? '' : ` for ${formatMoney(one.raw_price)}`;
  return (
    <section className="card pad stack sold" aria-label="Sold">
      <p>
        Sold: a gift certificate of <strong>{formatMoney(one.raw_value)}</strong>
        {price}.
      </p>
      <div className="row">
        <output className="sold-serial">{one.serial}</output>
        <CopyButton text={one.serial} of="the serial" />
      </div>
      <ul className="sold-letters quiet">
        {letters.map(({ kind, recipient }) => (
          <li key={kind}>
            {LETTERS[kind]} goes to {recipient}.
          </li>
        ))}
        {letters.every(({ kind }) => kind !== 'gift_certificate') && (
          <li>The gift certificate is to be printed and mailed.</li>
        )}
      </ul>
      {isTypedSince && <p>What you typed since then is not sold yet.</p>}
      <div className="row">
        <Button data-next look="go" onClick={next}>
          Sell another
        </Button>
        <ScreenLink to={`/manage-gift-certificate/${one.id}`}>View the gift certificate</ScreenLink>
      </div>
    </section>
  );
}
