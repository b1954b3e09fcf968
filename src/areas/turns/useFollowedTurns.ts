import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../web/live/live.ts';

/** Under which key the browser keeps whose turn it is. */
export const TURNS = ['turns'];

/** Lets every mark on the screen follow whose turn it is; once, around all screens. */
export function useFollowedTurns(): void {
  const queries = useQueryClient();
  useLive(['turns'], () => void queries.invalidateQueries({ queryKey: TURNS }));
}
