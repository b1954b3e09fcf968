export type Deal = { id: number; title: string };
export type DealQuestion = { dealId?: number | undefined; email?: string | undefined };

/** The customer-relations system in which a caller's deal may already stand. */
export interface Crm {
  /** Begins the address of a deal's page; the deal's id completes it. */
  readonly pipe_url: string;
  /** The deal of that id; where there is none, the deals of the person with that e-mail address. Throws `CrmUnavailable`. */
  findDeals(asked: DealQuestion): Promise<Deal[]>;
}

/** The CRM gave no usable answer in time; the message is a sentence for staff. */
export class CrmUnavailable extends Error {
  override readonly name = 'CrmUnavailable';
}
