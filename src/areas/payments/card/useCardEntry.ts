import { useRef } from 'react';
import type { TypedCard } from '../../../contract/cards.ts';
import type { GatewayCard } from '../../../web/gateway/gateway-card.ts';
import type { FormFieldProps } from '../../../web/inputs/fields.ts';

/** The parts of the surrounding form that the card's inputs need. */
export type CardForm = {
  field: (name: `credit_card.${keyof TypedCard}`) => FormFieldProps<string>;
  /** Clears the errors of the named fields. */
  forget: (names: string[]) => void;
};

export type CardEntry = ReturnType<typeof useCardEntry>;

type Holder = { first_name: string; last_name: string };

/** Returns functions that read and check the card of a form, typed into RIC's fields or into the gateway's own. */
export function useCardEntry({ credit_card }: { credit_card: TypedCard }) {
  const gateway = useRef<GatewayCard | null>(null);
  return {
    gateway,
    isTyped: (): boolean => credit_card.number.trim() !== '' || (gateway.current?.isTyped() ?? false),
    /** Returns the card's errors that can be found without the server, by field name. */
    errors: (): Record<string, string[]> => gateway.current?.errors() ?? {},
    /**
     * Returns the card as it is sent, or null if none was typed. Each call creates a new token, because a token can
     * be used once. Throws FieldErrors.
     */
    read: async ({ first_name, last_name }: Holder): Promise<TypedCard | null> => {
      if (gateway.current?.isTyped())
        return {
          number: await gateway.current.leave(`${first_name} ${last_name}`.trim()),
          expmo: '',
          expyr: '',
          cvv: '',
        };
      return credit_card.number.trim() === '' ? null : credit_card;
    },
    clear: (): void => gateway.current?.clear(),
  };
}
