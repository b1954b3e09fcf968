export function makeDemonstration(program: string, ending: AbortSignal): Promise<boolean>;
