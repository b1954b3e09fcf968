export type CrmDeal = { id: number; title: string };
export type CrmDealQuery = { dealId?: number | undefined; email?: string | undefined };

/** The CRM, which may already have a deal with a caller. */
export interface Crm {
  /** The beginning of the address of a deal's page, to which the deal's id is appended. */
  readonly pipe_url: string;
  /**
   * Finds the deal with this id or, if there is none, the deals of the person with this e-mail address. Throws
   * `CrmUnavailable`.
   */
  findDeals(question: CrmDealQuery): Promise<CrmDeal[]>;
}

/** An error for a CRM that gave no usable answer in time; the message is a sentence for staff. */
export class CrmUnavailable extends Error {
  override readonly name = 'CrmUnavailable';
}
