import { z } from 'zod';
import { CrmUnavailable, type Crm, type CrmDeal, type CrmDealQuery } from './crm.ts';

type PipedriveSettings = {
  apiUrl: string;
  apiToken: string;
  pipeUrl: string;
  /** The limit for all requests of one search together, in milliseconds. */
  timeoutMs: number;
};

const Deals = z.object({
  data: z.array(z.object({ id: z.number(), title: z.string(), is_deleted: z.boolean().optional() })),
  additional_data: z.object({ next_cursor: z.string().nullish() }).nullish(),
});
const Persons = z.object({
  data: z.object({ items: z.array(z.object({ item: z.object({ id: z.number() }) })) }),
});

// The same person may have several records in the CRM.
const MOST_PERSONS = 3;
/** The largest page of results that Pipedrive answers. */
const PAGE = '500';

/** Creates a client for Pipedrive's API v2 at `apiUrl`. The token is sent in a header, so that no log of addresses contains it. */
export function pipedriveClient(settings: PipedriveSettings): Crm {
  return {
    pipe_url: settings.pipeUrl,
    async findDeals(question) {
      const signal = AbortSignal.timeout(settings.timeoutMs);
      try {
        return await findDeals(
          (path, query) => ask(settings, `${path}?${query.toString()}`, signal),
          question,
        );
      } catch (error) {
        if (error instanceof CrmUnavailable) throw error;
        throw unavailable(error, settings.timeoutMs);
      }
    },
  };
}

/** Sends a request to Pipedrive and returns the parsed JSON. */
type Ask = (path: string, query: URLSearchParams) => Promise<unknown>;

async function findDeals(askFor: Ask, { dealId, email }: CrmDealQuery): Promise<CrmDeal[]> {
  // The deal is looked up in a list, which is empty if the deal is missing, so that a 404 always means that the address is gone.
  const byId = dealId === undefined ? [] : await dealsWith(askFor, { ids: String(dealId) });
  if (byId.length > 0 || !email) return byId;
  const search = { term: email, fields: 'email', exact_match: 'true', limit: String(MOST_PERSONS) };
  const persons = Persons.parse(await askFor('/api/v2/persons/search', new URLSearchParams(search))).data
    .items;
  const found = await Promise.all(
    persons.map(({ item }) => dealsWith(askFor, { person_id: String(item.id) })),
  );
  return [...new Map(found.flat().map((deal) => [deal.id, deal])).values()];
}

/** Returns the matching deals from all pages of results, without deleted ones. */
async function dealsWith(askFor: Ask, filter: Record<string, string>): Promise<CrmDeal[]> {
  const found: CrmDeal[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ ...filter, limit: PAGE, ...(cursor && { cursor }) });
    // oxlint-disable-next-line no-await-in-loop -- each page says where the next one begins
    const { data, additional_data } = Deals.parse(await askFor('/api/v2/deals', query));
    found.push(...data.filter(({ is_deleted }) => !is_deleted).map(({ id, title }) => ({ id, title })));
    cursor = additional_data?.next_cursor ?? undefined;
  } while (cursor);
  return found;
}

async function ask(
  { apiUrl, apiToken }: PipedriveSettings,
  path: string,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(`${apiUrl.replace(/\/+$/, '')}${path}`, {
    headers: { 'x-api-token': apiToken, accept: 'application/json' },
    signal,
  });
  if (response.ok) return response.json();
  await response.body?.cancel();
  if (response.status === 404 || response.status === 410)
    throw new CrmUnavailable(
      `The connection to the CRM is broken: there is nothing at the address that RIC asks (${response.status}).`,
    );
  if (response.status === 401 || response.status === 403)
    throw new CrmUnavailable('The CRM did not accept our sign-in.');
  if (response.status === 429)
    throw new CrmUnavailable('The CRM is asked too often at the moment. Try again in a minute.');
  throw new CrmUnavailable(`The CRM answered with an error (${response.status}).`);
}

function unavailable(error: unknown, timeoutMs: number): CrmUnavailable {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new CrmUnavailable(`The CRM did not answer within ${timeoutMs / 1000} s.`);
  }
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    return new CrmUnavailable('The answer of the CRM could not be read.');
  }
  return new CrmUnavailable('The CRM could not be reached.');
}
