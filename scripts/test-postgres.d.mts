export type ScratchPostgres = {
  url: string;
  start(): Promise<void>;
  halt(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
};
export function scratchPostgres(given?: { settings?: string[] }): Promise<ScratchPostgres | null>;
/** Settings of a server whose data may be lost, and that says so. */
export const FLEETING: string[];
