import type { AuditedValues } from './changes.texts.ts';

/** Returns a text of an audit entry; '' if it is missing. */
export const textIn = (said: AuditedValues | null, name: string): string => {
  const value = said?.[name];
  return typeof value === 'string' ? value : '';
};
/** Returns a number of an audit entry; 0 if it is missing. */
export const numberIn = (said: AuditedValues | null, name: string): number => {
  const value = said?.[name];
  return typeof value === 'number' ? value : 0;
};

/** Returns true for an object of values. */
export const isSaid = (value: unknown): value is AuditedValues => typeof value === 'object' && value !== null;

/** Returns the length of a list of an audit entry; 0 if it is missing. */
export const sizeOf = (said: unknown, name: string): number => {
  const value = isSaid(said) ? said[name] : undefined;
  return Array.isArray(value) ? value.length : 0;
};
