import type { StripeElementStyle } from '@stripe/stripe-js';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { storeInputTime } from '../../../web/leaving/last-input.ts';
import { useShownColorScheme } from '../../../web/theme/scheme.ts';
import {
  BLANK_CARD_FIELD_STATES,
  CARD_FIELD_TYPES,
  CARD_FIELD_NAMES,
  openGatewayCard,
  type CardFieldState,
  type CardFieldType,
  type GatewayCard,
} from '../../../web/gateway/gateway-card.ts';
import type { CardForm } from './useCardEntry.ts';

const LABELS: Record<CardFieldType, string> = {
  cardNumber: 'Credit card number',
  cardExpiry: 'Exp Mo / Exp Yr',
  cardCvc: 'CVV',
};
const NOT_LOADED = "The payment gateway's card fields did not load, so no card can be typed.";
const WITHOUT = 'A booking without a card can be made.';

type Props = {
  /** The address of the gateway's script, and the publishable key. */
  from: { script: string; publishable_key: string };
  fields: CardForm;
  /** Reads the card from the gateway's fields; null while these fields are not shown. */
  card: RefObject<GatewayCard | null>;
  /** True if the form cannot be sent without a card. */
  isNeeded?: boolean | undefined;
};

/** Shows the gateway's own card fields in place of RIC's. RIC receives only their validation errors and a token of the card. */
export function GatewayFields({ from, fields: { field, forget }, card, isNeeded }: Props) {
  const [states, setStates] = useState(BLANK_CARD_FIELD_STATES);
  const [tries, setTries] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const places = useRef<Partial<Record<CardFieldType, HTMLElement>>>({});
  const scheme = useShownColorScheme();
  const { script, publishable_key } = from;
  const place = (type: CardFieldType) => (element: HTMLElement | null) => {
    if (element) places.current[type] = element;
  };

  useEffect(() => {
    const { cardNumber, cardExpiry, cardCvc } = places.current;
    if (!cardNumber || !cardExpiry || !cardCvc) return;
    let isOver = false;
    const onState = (next: typeof states, changed: CardFieldType | null): void => {
      if (isOver) return;
      setStates(next);
      if (!changed) return;
      forget([CARD_FIELD_NAMES[changed]]);
      // Typing in the gateway's frame fires no event on this page, so it is reported here as input that keeps the
      // session alive.
      storeInputTime(Date.now());
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
        // The colors may have changed while the fields were loading.
        opened.wear(styleNow());
      })
      .catch(() => isOver || setHasFailed(true));
    return () => {
      isOver = true;
      setStates(BLANK_CARD_FIELD_STATES);
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
    const message = isNeeded ? NOT_LOADED : `${NOT_LOADED} ${WITHOUT}`;
    return <ErrorBox error={new Error(message)} retry={tryAgain} />;
  }
  return (
    <div className="grid6">
      {CARD_FIELD_TYPES.map((type) => (
        <GatewayField
          key={type}
          type={type}
          state={states[type]}
          refusal={field(CARD_FIELD_NAMES[type]).error}
          place={place(type)}
        />
      ))}
    </div>
  );
}

type FieldProps = {
  type: CardFieldType;
  state: CardFieldState;
  refusal: string | undefined;
  place: (element: HTMLElement | null) => void;
};

function GatewayField({ type, state, refusal, place }: FieldProps) {
  const id = `field-${CARD_FIELD_NAMES[type]}`;
  const error = state.error ?? refusal;
  return (
    <div className={type === 'cardNumber' ? 'w6' : 'w3'}>
      {/* The container is no input element: the gateway inserts its own input, and labels it. */}
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
        // The gateway's own field is reached by keyboard; a link to a field with an error focuses this container,
        // which passes the focus on.
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

/** Returns the current theme colors, which the gateway's frame cannot read itself. */
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
