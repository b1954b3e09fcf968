/** The confirmation of a round that no course system holds. */
export const INTERNAL = 'INTERNAL';
