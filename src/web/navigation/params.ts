import { useLocation, useParams } from '@tanstack/react-router';

export type RecordId = number | 'new';
type Params = { id?: string; course_id?: string };

const numberIn = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : null;

/** Whether an id in a path is a number and yet no record's: `1.5`, `0`, `-3`, `1e3`. What is no number at all means a new one. */
export const namesNoRecord = (text: string | undefined): boolean =>
  text !== undefined && !Number.isNaN(Number(text)) && numberIn(text) === null;

/** The path of the screen. Who reads it is not rendered again when only the query behind it changes. */
export const usePathname = (): string => useLocation({ select: ({ pathname }) => pathname });

/** The record's id in the path; what is no number means a new record (the routes let no others through). */
export function useRecordId(): RecordId {
  const params: Params = useParams({ strict: false });
  return numberIn(params.id) ?? 'new';
}

/** The course that `/holiday/new/{course_id}` and its like preselect, or null. */
export function useCourseId(): number | null {
  const params: Params = useParams({ strict: false });
  return numberIn(params.course_id);
}
