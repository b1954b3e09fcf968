/** What stands for a confirmation where no course system holds the round. */
export const INTERNAL = 'INTERNAL';
