type FoundRecord = {
  kind: string;
  id: number;
  title: string;
  detail: string;
  status?: string | undefined;
  phone?: string | undefined;
  path: string;
};
/** Searches records by a typed text; passed in from the routes, so that the palette depends on no area. */
export type FindRecords = (typed: string, signal: AbortSignal) => Promise<FoundRecord[]>;
