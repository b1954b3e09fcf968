export const LOOK = '';
export const partnerPage = (document: Record<string, unknown>): string => JSON.stringify(document);
