/*
 * Stands in zod's place in the browser (vite.config.ts). There a contract is its paths and its types: the server checks
 * what is sent and what is answered, and a first visit need not load and make the schemas of every area.
 */
const inert: unknown = new Proxy(() => inert, {
  get(_, name) {
    if (/parse/i.test(String(name))) throw new Error('The server checks schemas, the browser has none.');
    return inert;
  },
});

export const z = inert;
