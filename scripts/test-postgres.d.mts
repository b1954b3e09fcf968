export type ScratchPostgres = {
  url: string;
  start(): Promise<void>;
  halt(signal?: NodeJS.Signals): Promise<void>;
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
};
export function scratchPostgres(given?: {
  settings?: string[];
  of?: string | null;
}): Promise<ScratchPostgres | null>;
export function otherUser(): { uid?: number; gid?: number };
/** The settings of a server whose data may be lost, and which declares that. */
export const FLEETING: string[];
