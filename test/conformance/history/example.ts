import type { HeaderFields, AnyCallInput, TestApp } from '../../support/app.ts';
import { uniqueText } from '../../support/unique-text.ts';

export type Asking = { app: TestApp; admin: HeaderFields; course: number };
/** A valid request for a call, about records that are made for it. */
export type Example = (asking: Asking) => Promise<AnyCallInput>;

/** A unique name of letters only: enough digits in a text could look like a card number. */
export const aName = (): string => `Told ${uniqueText()}`;

/** A call's request with the id of a record that is made for it. */
export const byId =
  (make: (asking: Asking) => Promise<{ id: number }>): Example =>
  async (asking) => ({ params: { id: (await make(asking)).id } });
