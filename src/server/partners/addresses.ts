/** Returns true for an address of the partner API, whose errors have their own shape. */
export const isOfPartners = (url: string): boolean => /^\/partner\/v1(?:[/?#]|$)/.test(url);
