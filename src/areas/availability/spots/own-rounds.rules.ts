/** The confirmation number of a tee time that no course system holds. */
export const INTERNAL_CONFIRMATION = 'INTERNAL';
