/**
 * Returns a whole number without the commas between its thousands: `1,204` becomes `1204`; any other text is returned
 * unchanged.
 */
export const withoutThousands = (typed: string): string =>
  /^-?\d{1,3}(?:,\d{3})+$/.test(typed) ? typed.replaceAll(',', '') : typed;
