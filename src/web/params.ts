import { useLocation, useParams } from '@tanstack/react-router';

export type RecordId = number | 'new';
type Params = { id?: string; course_id?: string };

const numberIn = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : null;

/** The path of the screen. Who reads it is not rendered again when only the query behind it changes. */
export const usePathname = (): string => useLocation({ select: ({ pathname }) => pathname });

/** The record's id in the path; anything that is no number above 0 means a new record. */
export function useRecordId(): RecordId {
  const params: Params = useParams({ strict: false });
  return numberIn(params.id) ?? 'new';
}

/** The course that `/holiday/new/{course_id}` and its like preselect, or null. */
export function useCourseId(): number | null {
  const params: Params = useParams({ strict: false });
  return numberIn(params.course_id);
}
