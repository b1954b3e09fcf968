import { useRef } from 'react';
import type { TypedCard } from '../../../contract/cards.ts';
import type { GatewayCard } from '../../../web/gateway/gateway-card.ts';
import type { Field } from '../../../web/inputs/fields.ts';

/** What the card's inputs need of the form that they stand in. */
export type CardForm = {
  field: (name: `credit_card.${keyof TypedCard}`) => Field<string>;
  /** Takes away what was said of these fields. */
  forget: (names: string[]) => void;
};

export type CardEntry = ReturnType<typeof useCardEntry>;

type Holder = { first_name: string; last_name: string };

/** The card of a form, wherever it is typed: into the form, or into the gateway's own fields while they are on the screen. */
export function useCardEntry({ credit_card }: { credit_card: TypedCard }) {
  const gateway = useRef<GatewayCard | null>(null);
  return {
    gateway,
    isTyped: (): boolean => credit_card.number.trim() !== '' || (gateway.current?.isTyped() ?? false),
    /** What can be told of it without the server, by field name. */
    errors: (): Record<string, string[]> => gateway.current?.errors() ?? {},
    /** The card as it is sent, null where none was typed. A token is another one at every call: each is good once. Throws FieldErrors. */
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
