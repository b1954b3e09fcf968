import type { Stripe, StripeElementStyle } from '@stripe/stripe-js';
import { FieldErrors } from '../sending/send.ts';
import { loadGatewayScript } from './gateway-script.ts';

export type CardFieldType = 'cardNumber' | 'cardExpiry' | 'cardCvc';
/** The state of one of the gateway's card fields, without its content, which RIC never receives. */
export type CardFieldState = { empty: boolean; complete: boolean; error: string | null; focused: boolean };
export type CardFieldStates = Record<CardFieldType, CardFieldState>;

/** The names of the card fields in the form's errors; expiry month and year are one field. */
export const CARD_FIELD_NAMES = {
  cardNumber: 'credit_card.number',
  cardExpiry: 'credit_card.expmo',
  cardCvc: 'credit_card.cvv',
} as const satisfies Record<CardFieldType, string>;
export const CARD_FIELD_TYPES = ['cardNumber', 'cardExpiry', 'cardCvc'] as const;
const BLANK: CardFieldState = { empty: true, complete: false, error: null, focused: false };
export const BLANK_CARD_FIELD_STATES: CardFieldStates = {
  cardNumber: BLANK,
  cardExpiry: BLANK,
  cardCvc: BLANK,
};

const LONGEST_MS = 20_000;
const NOT_LOADED = "The payment gateway's card fields did not load.";
const NOT_TAKEN = 'The payment gateway did not take the card. Please try again.';

/** The credit card that a person types into the payment gateway's own fields. */
export type GatewayCard = {
  /** Returns true if something was typed into one of the card fields. */
  isTyped(): boolean;
  /** Returns the errors of the typed card, by field name. */
  errors(): Record<string, string[]>;
  /**
   * Sends the card to the gateway with the customer's name and returns the gateway's token, a new one for each call. Throws
   * FieldErrors.
   */
  leave(name: string): Promise<string>;
  clear(): void;
  wear(style: StripeElementStyle): void;
  close(): void;
};

// The part of the gateway library's overloaded event types that all three card fields need.
type Changed = { empty: boolean; complete: boolean; error?: { message: string } | undefined };
type Followed = {
  on(event: 'change', listener: (changed: Changed) => void): unknown;
  on(event: 'ready' | 'focus' | 'blur', listener: () => void): unknown;
};

type Opening = {
  from: { script: string; publishable_key: string };
  places: Record<CardFieldType, HTMLElement>;
  style: StripeElementStyle;
  /** Called at every change of a card field's state. */
  onState: (states: CardFieldStates, changed: CardFieldType | null) => void;
};

/**
 * Mounts the gateway's card fields in the given elements and resolves once all fields accept typing; rejects if they do not
 * load.
 */
export async function openGatewayCard({ from, places, style, onState }: Opening): Promise<GatewayCard> {
  const { late, stop } = limit();
  const construct = await Promise.race([loadGatewayScript(from.script), late]);
  const stripe = construct(from.publishable_key);
  const elements = stripe.elements();
  const number = elements.create('cardNumber', { style, placeholder: '', disableLink: true });
  const all = {
    cardNumber: number,
    cardExpiry: elements.create('cardExpiry', { style }),
    cardCvc: elements.create('cardCvc', { style, placeholder: '' }),
  };
  let states = BLANK_CARD_FIELD_STATES;
  const over = new AbortController();
  const close = (): void => {
    over.abort();
    CARD_FIELD_TYPES.forEach((type) => all[type].destroy());
  };
  const ready = CARD_FIELD_TYPES.map((type) => {
    const element: Followed = all[type];
    const set = (state: Partial<CardFieldState>, changed: CardFieldType | null): void => {
      states = { ...states, [type]: { ...states[type], ...state } };
      onState(states, changed);
    };
    element.on('change', ({ empty, complete, error }) =>
      set({ empty, complete, error: error?.message ?? null }, type),
    );
    element.on('focus', () => set({ focused: true }, null));
    element.on('blur', () => set({ focused: false }, null));
    const isReady = new Promise<void>((resolve) => element.on('ready', resolve));
    all[type].mount(places[type]);
    // The element around the gateway's frame may get the focus, even before the frame exists; the focus then moves into the
    // frame.
    const focus = (): void => all[type].focus();
    for (const event of ['focus', 'click'])
      places[type].addEventListener(event, focus, { signal: over.signal });
    return isReady.then(() => void (document.activeElement === places[type] && focus()));
  });
  await Promise.race([Promise.all(ready), late]).catch((error: unknown) => {
    close();
    throw error;
  });
  stop();
  const isTyped = (): boolean => CARD_FIELD_TYPES.some((type) => !states[type].empty);
  return {
    isTyped,
    errors: () => (isTyped() ? errorsIn(states) : {}),
    leave: (name) =>
      leave(() =>
        stripe.createPaymentMethod({
          type: 'card',
          card: number,
          ...(name !== '' && { billing_details: { name } }),
        }),
      ),
    clear: () => CARD_FIELD_TYPES.forEach((type) => all[type].clear()),
    wear: (worn) => CARD_FIELD_TYPES.forEach((type) => all[type].update({ style: worn })),
    close,
  };
}

function limit() {
  let timer = 0;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error(NOT_LOADED)), LONGEST_MS);
  });
  // The time-out may come after the fields have loaded, when nobody awaits its promise any more.
  late.catch(() => undefined);
  return { late, stop: () => window.clearTimeout(timer) };
}

function errorsIn(states: CardFieldStates): Record<string, string[]> {
  const wrong = CARD_FIELD_TYPES.filter((type) => states[type].error !== null || !states[type].complete);
  return Object.fromEntries(
    wrong.map((type) => {
      const { error, empty } = states[type];
      return [CARD_FIELD_NAMES[type], [error ?? (empty ? 'is required' : 'is not complete')]];
    }),
  );
}

type Left = Awaited<ReturnType<Stripe['createPaymentMethod']>>;
async function leave(ask: () => Promise<Left>): Promise<string> {
  const { late, stop } = limit();
  const { paymentMethod, error } = await Promise.race([ask(), late])
    .catch(() => ({ paymentMethod: undefined, error: undefined }))
    .finally(stop);
  if (paymentMethod) return paymentMethod.id;
  // Only a gateway message about the card may be shown to people; other messages are about errors in this program.
  const isOfCard = error?.type === 'card_error' || error?.type === 'validation_error';
  const message = (isOfCard && error.message) || NOT_TAKEN;
  throw new FieldErrors({ [nameOf(isOfCard ? error.code : undefined)]: [message] });
}

function nameOf(code = ''): string {
  if (/expir/.test(code)) return CARD_FIELD_NAMES.cardExpiry;
  return /cvc/.test(code) ? CARD_FIELD_NAMES.cardCvc : CARD_FIELD_NAMES.cardNumber;
}
