/** Returns a whole number without the commas between its thousands: `1,204` is `1204`; any other text as it is. */
export const withoutThousands = (typed: string): string =>
  /^-?\d{1,3}(?:,\d{3})+$/.test(typed) ? typed.replaceAll(',', '') : typed;
