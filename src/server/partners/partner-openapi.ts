import { changesData, type HttpCall } from '../../contract/call.ts';
import { PARTNER_ERROR_CODES, PartnerError, PartnerProblem } from '../../contract/partners/partners.ts';
import { openApiParameters, toJsonSchema } from '../http/openapi.ts';

type Schema = Record<string, unknown>;

const IDEMPOTENCY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Your own for this request, 8 to 200 printable characters: sent again with the same body it answers the same, and nothing is done twice.',
  schema: { type: 'string', minLength: 8, maxLength: 200 },
};
const json = (schema: object, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});
const REFUSED = {
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/PartnerError' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/PartnerProblem' } },
  },
};
const refused = (description: string) => ({ description, ...REFUSED });

/**
 * Returns the partner API as an OpenAPI 3.1 document: plain JSON, made from the same schemas that validate the
 * requests and the events.
 */
export function partnerOpenApiDocument(
  calls: Record<string, HttpCall>,
  events: Record<string, HttpCall['answer']>,
): Schema {
  const paths: Record<string, Schema> = {};
  for (const [name, called] of Object.entries(calls)) {
    const path = called.path.replace(/:([A-Za-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [called.method.toLowerCase()]: operationOf(name, called) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'RIC for partners', version: '1', description: INTRODUCTION },
    paths,
    webhooks: Object.fromEntries(
      Object.entries(events).map(([kind, body]) => [kind, { post: postedOf(body) }]),
    ),
    components: {
      schemas: { PartnerError: answeredOf(PartnerError), PartnerProblem: answeredOf(PartnerProblem) },
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    },
    'x-codes': PARTNER_ERROR_CODES,
  };
}

const postedOf = (body: HttpCall['answer']): Schema => ({
  requestBody: { required: true, ...json(answeredOf(body)) },
  responses: { '2XX': { description: 'You have it: it is not sent again' } },
});

const INTRODUCTION =
  'JSON in and out. Amounts are whole cents in fields that begin with raw_, and the same as text in dollars beside them. Play dates and times are on the course’s own clock, instants are UTC. What is in version 1 stays as it is; fields may be added.';

function operationOf(name: string, called: HttpCall): Schema {
  const { partner, params, query, body } = called;
  const parameters = [
    ...withExamples(openApiParameters(params, 'path'), partner?.example.params),
    ...withExamples(openApiParameters(query, 'query'), partner?.example.query),
    ...(changesData(called) ? [IDEMPOTENCY] : []),
  ];
  return {
    operationId: name,
    summary: partner?.says,
    ...(partner?.action && { 'x-action': partner.action }),
    security: [{ key: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...json(sentOf(body), partner?.example.body) } }),
    responses: responsesOf(called),
  };
}

const responsesOf = ({ partner, params, body, answer, pending }: HttpCall): Schema => ({
  200: { description: 'Done', ...json(answeredOf(answer), partner?.example.answer) },
  ...(pending && { 202: { description: 'The outcome is not known yet', ...json(answeredOf(pending)) } }),
  ...(body && { 400: refused('Not JSON'), 415: refused('Not application/json') }),
  401: refused('No good key'),
  ...(body && takesCard(body) && { 402: refused('The card was declined') }),
  403: refused('Not granted'),
  ...(params && { 404: refused('Not there, or not yours') }),
  ...(body && { 409: refused('Gone, not in this state, another price, or still being worked on') }),
  ...(pending && { 410: refused('Answered a month ago or more') }),
  ...(body && { 413: refused('Too large') }),
  422: refused('Something is invalid'),
  429: { ...refused('Too many'), headers: { ...RETRY_AFTER, ...RATE_LIMIT } },
  500: refused('A fault of RIC'),
  ...(pending && { 502: refused('Somebody whom RIC asked did not answer') }),
  503: { ...refused('Busy; the same may be sent again'), headers: RETRY_AFTER },
});

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until it may be asked again', schema: { type: 'integer' } },
};
const RATE_LIMIT = {
  'RateLimit-Policy': { description: 'The limit: `"requests";q=600;w=60`', schema: { type: 'string' } },
  RateLimit: {
    description: 'What is left of it, and for how long: `"requests";r=0;t=6`',
    schema: { type: 'string' },
  },
};

const sentOf = (body: NonNullable<HttpCall['body']>): Schema => toJsonSchema(body, 'input');
const takesCard = (body: NonNullable<HttpCall['body']>): boolean =>
  'card' in Object(sentOf(body)['properties']);

/**
 * Returns the JSON Schema of an answer that allows unknown fields, because a client that validates answers by the
 * document must not reject fields that are added later.
 */
const answeredOf = (schema: HttpCall['answer']): Schema => {
  const open = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(open);
    if (typeof part !== 'object' || part === null) return part;
    const entries = Object.entries(part).filter(
      ([name, value]) => name !== 'additionalProperties' || value !== false,
    );
    return Object.fromEntries(entries.map(([name, value]) => [name, open(value)]));
  };
  const parts = Object.entries(toJsonSchema(schema, 'output')).filter(
    ([name]) => name !== 'additionalProperties',
  );
  return Object.fromEntries(parts.map(([name, value]) => [name, open(value)]));
};

const withExamples = (parameters: Schema[], example: object | undefined): Schema[] =>
  parameters.map((one) => {
    const shown: unknown = example && Reflect.get(example, String(one['name']));
    return shown === undefined ? one : { ...one, example: shown };
  });
