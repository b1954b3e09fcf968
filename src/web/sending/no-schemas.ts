/*
 * Replaces the library zod in the browser (vite.config.ts). There a contract is only its paths and types: the server
 * validates requests and answers, so a first visit need not load and build the schemas of every area.
 */
const inert: unknown = new Proxy(() => inert, {
  get(_, name) {
    if (/parse/i.test(String(name))) throw new Error('The server checks schemas, the browser has none.');
    return inert;
  },
});

export const z = inert;
