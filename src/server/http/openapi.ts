import { z } from 'zod';
import { changesData, type HttpCall } from '../../contract/call.ts';
import { formDefinition, type FormDefinition } from '../../contract/forms/form.ts';
import { WORKBOOK_TYPE } from './download.ts';

/** The contract of the API: its calls by name, by the name of their area. */
export type ApiContract = Record<string, Record<string, HttpCall>>;
type Schema = Record<string, unknown>;

/** Returns the whole contract as an OpenAPI 3.1 document: plain JSON, made from the same schemas that validate requests. */
export function openApiDocument(contract: ApiContract): Schema {
  const paths: Record<string, Schema> = {};
  for (const [area, calls] of Object.entries(contract)) {
    for (const [name, called] of Object.entries(calls)) {
      const path = called.path.replace(/:([A-Za-z_]+)/g, '{$1}');
      paths[path] = { ...paths[path], [called.method.toLowerCase()]: operationOf(called, { area, name }) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'RIC', version: '1', description: INTRODUCTION },
    paths,
    components: { schemas: COMMON, securitySchemes: SECURITY },
  };
}

const INTRODUCTION =
  'Sign-in answers the headers access-token, uid and client; every other call needs them back. Calls marked x-writes change something: never prefetch, cache or repeat them.';
const SECURITY = Object.fromEntries(
  ['access-token', 'uid', 'client'].map((name) => [name, { type: 'apiKey', in: 'header', name }]),
);
const COMMON = {
  Errors: {
    type: 'object',
    properties: {
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      request_id: { type: 'string' },
    },
  },
  Message: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      change_password: { const: true },
      second_factor: { const: true },
      set_up_second_factor: { const: true },
      backend_message: { type: 'string' },
      request_id: { type: 'string' },
    },
  },
};

function operationOf(called: HttpCall, { area, name }: { area: string; name: string }): Schema {
  const parameters = [
    ...openApiParameters(called.params, 'path'),
    ...openApiParameters(called.query, 'query'),
  ];
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    'x-access': called.access,
    'x-writes': changesData(called),
    ...(called.ours && { 'x-ours': true }),
    security: called.access === 'public' ? [] : [{ 'access-token': [], uid: [], client: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(called.body && { requestBody: { required: true, ...bodyOf(called, called.body) } }),
    responses: responsesOf(called),
  };
}

/** Returns the OpenAPI parameters of a schema for the path or the query. */
export function openApiParameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Schema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = ObjectSchema.parse(toJsonSchema(schema, 'input'));
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }));
}

const ObjectSchema = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

const A_WORKBOOK = { content: { [WORKBOOK_TYPE]: { schema: { type: 'string', format: 'binary' } } } };

function responsesOf(called: HttpCall): Schema {
  const failed = (description: string, of = 'Message') => ({
    description,
    ...json({ $ref: `#/components/schemas/${of}` }),
  });
  return {
    200: { description: 'Done', ...(called.file ? A_WORKBOOK : json(toJsonSchema(called.answer, 'output'))) },
    ...(called.pending && {
      202: { description: 'The outcome is not known yet', ...json(toJsonSchema(called.pending, 'output')) },
    }),
    401: failed('Signed out'),
    ...(called.access !== 'public' && { 403: failed('The level does not allow it') }),
    ...(called.params && { 404: failed('There is no such record') }),
    ...(changesData(called) && { 409: failed('Changed by someone else, or still running') }),
    422: failed('Something is invalid', 'Errors'),
  };
}

const bodyOf = (called: HttpCall, body: z.ZodType) =>
  called.upload
    ? { content: { 'multipart/form-data': { schema: toJsonSchema(body, 'input') } } }
    : json(toJsonSchema(body, 'input'));
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

/** Converts a zod schema to JSON Schema: for the request (`input`) or the answer (`output`). */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const shown = io === 'input' && behind(zodSchema);
      if (shown) Object.assign(jsonSchema, toJsonSchema(shown, 'input'));
      // zod reports no default for an input that is converted first, so the default is added here.
      if (io === 'input' && zodSchema instanceof z.ZodDefault)
        jsonSchema.default ??= zodSchema.def.defaultValue;
      // Every whole number has these two bounds, so they carry no information.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return made;
}

/**
 * Returns the schema to document if the validating one says too little: the fields of a form, or the rule of a number
 * that may be sent as text.
 */
function behind(schema: z.core.$ZodType): z.ZodType | null {
  const parts = formDefinition(schema);
  if (parts) return fieldsShown(parts);
  if (!(schema instanceof z.ZodPipe) || !(schema.in instanceof z.ZodTransform)) return null;
  return schema.out instanceof z.ZodType ? schema.out : null;
}

// A form that changes a record lists every field, without defaults.
function fieldsShown({ fields, isChange }: FormDefinition<never>): z.ZodType {
  if (!isChange) return z.object(fields);
  const bare = (field: z.ZodType): z.ZodType => {
    const inner = field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? field.unwrap() : field;
    return inner instanceof z.ZodType ? inner : field;
  };
  return z.object(
    Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, bare(one).optional()])),
  );
}
