import type { StripeElementStyle } from '@stripe/stripe-js';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { noteInput } from '../../../web/leaving/last-input.ts';
import { useShownScheme } from '../../../web/theme/scheme.ts';
import {
  BLANK_STATES,
  FIELD_TYPES,
  NAMES,
  openGatewayCard,
  type FieldState,
  type FieldType,
  type GatewayCard,
} from '../../../web/gateway/gateway-card.ts';
import type { CardForm } from './useCardEntry.ts';

const LABELS: Record<FieldType, string> = {
  cardNumber: 'Credit card number',
  cardExpiry: 'Exp Mo / Exp Yr',
  cardCvc: 'CVV',
};
const NOT_LOADED = "The payment gateway's card fields did not load, so no card can be typed.";
const WITHOUT = 'A booking without a card can be made.';

type Props = {
  /** Where the gateway's script is, and its key. */
  from: { script: string; publishable_key: string };
  fields: CardForm;
  /** Who reads the card; null while there are no fields. */
  card: RefObject<GatewayCard | null>;
  /** Nothing can be done without a card. */
  isNeeded?: boolean | undefined;
};

/** The gateway's own fields in the places of ours: RIC is told what is wrong with what was typed, and a token of it. */
export function GatewayFields({ from, fields: { field, forget }, card, isNeeded }: Props) {
  const [states, setStates] = useState(BLANK_STATES);
  const [tries, setTries] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const places = useRef<Partial<Record<FieldType, HTMLElement>>>({});
  const scheme = useShownScheme();
  const { script, publishable_key } = from;
  const place = (type: FieldType) => (element: HTMLElement | null) => {
    if (element) places.current[type] = element;
  };

  useEffect(() => {
    const { cardNumber, cardExpiry, cardCvc } = places.current;
    if (!cardNumber || !cardExpiry || !cardCvc) return;
    let isOver = false;
    const onState = (next: typeof states, changed: FieldType | null): void => {
      if (isOver) return;
      setStates(next);
      if (!changed) return;
      forget([NAMES[changed]]);
      // Nothing else on this page hears of what is typed there.
      noteInput(Date.now());
    };
    const given = { script, publishable_key };
    const opening = openGatewayCard({
      from: given,
      places: { cardNumber, cardExpiry, cardCvc },
      style: styleNow(),
      onState,
    });
    opening
      .then((opened) => {
        if (isOver) return opened.close();
        card.current = opened;
        // They may be others by now.
        opened.wear(styleNow());
      })
      .catch(() => isOver || setHasFailed(true));
    return () => {
      isOver = true;
      setStates(BLANK_STATES);
      card.current?.close();
      card.current = null;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each try
  }, [script, publishable_key, tries]);
  useEffect(() => card.current?.wear(styleNow()), [scheme, card]);

  const tryAgain = (): void => {
    setHasFailed(false);
    setTries(tries + 1);
  };
  if (hasFailed) {
    const said = isNeeded ? NOT_LOADED : `${NOT_LOADED} ${WITHOUT}`;
    return <ErrorBox error={new Error(said)} retry={tryAgain} />;
  }
  return (
    <div className="grid6">
      {FIELD_TYPES.map((type) => (
        <GatewayField
          key={type}
          type={type}
          state={states[type]}
          refusal={field(NAMES[type]).error}
          place={place(type)}
        />
      ))}
    </div>
  );
}

type FieldProps = {
  type: FieldType;
  state: FieldState;
  refusal: string | undefined;
  place: (element: HTMLElement | null) => void;
};

function GatewayField({ type, state, refusal, place }: FieldProps) {
  const id = `field-${NAMES[type]}`;
  const error = state.error ?? refusal;
  return (
    <div className={type === 'cardNumber' ? 'w6' : 'w3'}>
      {/* The place is no input: what is in it is the gateway's, and named by it. */}
      <label className="field-label" id={`${id}-label`} htmlFor={id}>
        {LABELS[type]}
      </label>
      <div
        id={id}
        className="gateway-field"
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        data-focus={state.focused || undefined}
        data-invalid={error ? true : undefined}
        ref={place}
        // By the keyboard one comes into the gateway's field itself; what leads to a field that is wrong leads here, and on.
        tabIndex={-1}
      />
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}

/** The colours of this moment, which a frame of the gateway's can not read itself. */
function styleNow(): StripeElementStyle {
  const css = getComputedStyle(document.documentElement);
  const colour = (name: string): string => css.getPropertyValue(name).trim();
  return {
    base: {
      color: colour('--ink'),
      fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
      fontSize: '14px',
      lineHeight: '20px',
      '::placeholder': { color: colour('--ink-3') },
    },
    invalid: { color: colour('--red') },
  };
}
