/** Whether an address is of the partner interface, which has a shape of refusals of its own. */
export const isOfPartners = (url: string): boolean => /^\/partner\/v1(?:[/?#]|$)/.test(url);
