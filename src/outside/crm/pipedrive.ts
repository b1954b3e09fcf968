import { z } from 'zod';
import { CrmUnavailable, type Crm, type Deal, type DealQuestion } from './crm.ts';

type PipedriveSettings = {
  apiUrl: string;
  apiToken: string;
  pipeUrl: string;
  /** Time for all requests of one question together, in milliseconds. */
  timeoutMs: number;
};

const DealFound = z.object({ id: z.number(), title: z.string(), status: z.string().optional() });
const OneDeal = z.object({ data: DealFound.nullable() });
const ManyDeals = z.object({ data: z.array(DealFound).nullable() });
const Persons = z.object({
  data: z.object({ items: z.array(z.object({ item: z.object({ id: z.number() }) })) }).nullable(),
});

// The same person may stand in the CRM more than once.
const MOST_PERSONS = 3;

/** Speaks Pipedrive's v1 interface at `apiUrl`; the token goes in a header, so that no log of addresses holds it. */
export function pipedrive(settings: PipedriveSettings): Crm {
  return {
    pipe_url: settings.pipeUrl,
    async findDeals(asked) {
      const signal = AbortSignal.timeout(settings.timeoutMs);
      try {
        return await findDeals((path) => ask(settings, path, signal), asked);
      } catch (error) {
        if (error instanceof CrmUnavailable) throw error;
        throw unavailable(error, settings.timeoutMs);
      }
    },
  };
}

/** Answers the parsed JSON, or null where there is no such record. */
type Ask = (path: string) => Promise<unknown>;

async function findDeals(askFor: Ask, { dealId, email }: DealQuestion): Promise<Deal[]> {
  const byId = dealId === undefined ? [] : await dealOfId(askFor, dealId);
  if (byId.length > 0 || !email) return byId;
  const search = new URLSearchParams({ term: email, fields: 'email', exact_match: 'true' });
  const persons = Persons.parse(await askFor(`/v1/persons/search?${search.toString()}`)).data?.items ?? [];
  const found = await Promise.all(
    persons.slice(0, MOST_PERSONS).map(({ item }) => dealsOfPerson(askFor, item.id)),
  );
  return [...new Map(found.flat().map((deal) => [deal.id, deal])).values()];
}

async function dealOfId(askFor: Ask, id: number): Promise<Deal[]> {
  const answer = await askFor(`/v1/deals/${id}`);
  const deal = answer === null ? null : OneDeal.parse(answer).data;
  return deal ? shown([deal]) : [];
}

async function dealsOfPerson(askFor: Ask, id: number): Promise<Deal[]> {
  const answer = await askFor(`/v1/persons/${id}/deals?status=all_not_deleted`);
  return answer === null ? [] : shown(ManyDeals.parse(answer).data ?? []);
}

const shown = (deals: z.infer<typeof DealFound>[]) =>
  deals.filter(({ status }) => status !== 'deleted').map(({ id, title }) => ({ id, title }));

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
  if (response.status === 404) return null;
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
