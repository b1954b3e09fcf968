/** The digits of a phone number, however they are grouped and without the country code of North America. */
export const phoneNormal = (typed: string): string => typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
