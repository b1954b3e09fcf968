type FoundRecord = {
  kind: string;
  id: number;
  title: string;
  detail: string;
  status?: string | undefined;
  phone?: string | undefined;
  path: string;
};
/** Finds records by what was typed; the routes give it, so that the palette knows no area. */
export type FindRecords = (typed: string, signal: AbortSignal) => Promise<FoundRecord[]>;
