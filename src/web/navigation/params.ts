import { useLocation, useParams } from '@tanstack/react-router';

export type RecordId = number | 'new';
type Params = { id?: string; course_id?: string };

const numberIn = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : null;

/**
 * Returns true for a number that cannot be a record's id: `1.5`, `0`, `-3`, `1e3`. Any other text in place of an id means a
 * new record.
 */
export const isImpossibleRecordId = (text: string | undefined): boolean =>
  text !== undefined && !Number.isNaN(Number(text)) && numberIn(text) === null;

/**
 * Returns the path of the current screen. A component that uses this hook is not rendered again when only the query string
 * changes.
 */
export const usePathname = (): string => useLocation({ select: ({ pathname }) => pathname });

/** Returns the id of the record in the current path, or 'new' (the routes let no other text through). */
export function useRecordId(): RecordId {
  const params: Params = useParams({ strict: false });
  return numberIn(params.id) ?? 'new';
}

/** Returns the id of the course that `/holiday/new/{course_id}` and similar addresses preselect, or null. */
export function useCourseId(): number | null {
  const params: Params = useParams({ strict: false });
  return numberIn(params.course_id);
}
