import type { HttpCall } from '../../src/contract/call.ts';
import { callUrl, type HeaderFields, type TestApp } from '../support/app.ts';

const EXPORTED = { title: 'Fuzz', noun: 'row', said: '' };

/**
 * Collects the names that a list's call accepts from the messages that reject an unknown filter, sort or exported column.
 */
export async function acceptedListNames({ server }: TestApp, called: HttpCall, headers: HeaderFields) {
  const isExport = called.file && called.method === 'POST';
  const namesIn = async (query: object, column = 'id') => {
    const columns = [{ name: column, label: 'Fuzz' }];
    const sent = isExport ? { payload: { ...EXPORTED, columns, ...query } } : {};
    const url = callUrl(called, isExport ? {} : { query });
    const response = await server.inject({ method: called.method, url, headers, ...sent });
    const [, names = ''] = /which (?:has|are) ([^"]*)"/.exec(response.body) ?? [];
    return names === '' ? [] : names.split(', ');
  };
  if (!isExport && (called.method !== 'GET' || !called.query)) return { filters: [], sorts: [], columns: [] };
  return {
    filters: await namesIn({ filters: { '?': 1 } }),
    sorts: await namesIn({ sort_fields: ['?'] }),
    columns: isExport ? await namesIn({}, '?') : [],
  };
}

/** Returns the kind of records to which the id in a call's path refers. */
export function recordsNamedByPath({ path }: HttpCall): string {
  const [, , area = '', of = ''] = path.split('/');
  if (area !== 'transaction_records') return area;
  return { tee_time: 'tee_times', gift_certificate: 'gift_certificates', discount: 'discounts' }[of] ?? area;
}
