export const BOTH_ENGINES: string[];
