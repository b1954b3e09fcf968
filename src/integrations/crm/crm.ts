export type Deal = { id: number; title: string };
export type DealQuestion = { dealId?: number | undefined; email?: string | undefined };

/** The CRM, which may already have a caller's deal. */
export interface Crm {
  /** The beginning of a deal page's address; the deal's id completes it. */
  readonly pipe_url: string;
  /**
   * Finds the deal of that id or, if there is none, the deals of the person with that e-mail address. Throws
   * `CrmUnavailable`.
   */
  findDeals(question: DealQuestion): Promise<Deal[]>;
}

/** The CRM gave no usable answer in time; the message is a sentence for staff. */
export class CrmUnavailable extends Error {
  override readonly name = 'CrmUnavailable';
}
