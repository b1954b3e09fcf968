/** Returns true for an address of the partner API, whose error answers have a form of their own. */
export const isPartnerAddress = (url: string): boolean => /^\/partner\/v1(?:[/?#]|$)/.test(url);
