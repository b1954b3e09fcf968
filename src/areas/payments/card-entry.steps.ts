import { businessNow } from '../../contract/dates.ts';
import type { TypedCard } from '../../contract/cards.ts';
import { OutsideSystemFailed, InvalidFields, rejectField } from '../../server/http/errors.ts';
import { isPartner, type Actor, type AppContext } from '../../server/process/context.ts';
import { cardChoice, type CardChoice } from './card.rules.ts';

/** Returns the typed card, or its token, to charge; nothing without a card number. Throws InvalidFields if the card is wrong. */
export function cardToCharge(
  app: AppContext,
  card: TypedCard | null | undefined,
  isToken = app.settings.cardEntry === 'hosted',
): CardChoice {
  const { date: today } = businessNow(app.now(), app.settings.businessTimeZone);
  const choice = cardChoice(card ?? null, null, today, isToken);
  if (choice.pay === 'refused') throw new InvalidFields(choice.errors);
  return choice;
}

/** Throws while the payment gateway is known not to answer, so that nothing starts that it would have to charge. */
export function requireGatewayAvailable(
  app: AppContext,
  actor: Actor,
  text: string,
  programText = text,
): void {
  if (!app.integrations.breaker.isOpen) return;
  // A partner's request has no wrong field, so the partner gets an error that says to send the same request later.
  if (isPartner(actor)) throw new OutsideSystemFailed(programText);
  rejectField('credit_card.number', text);
}
