import type { FastifyInstance } from 'fastify';

/** Collects the methods of every address registered from now on; returns a function that lists those of an address. */
export function methodsByAddress(app: FastifyInstance): (address: string) => string[] {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const all = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) all.methods.add(one);
    known.set(url, all);
  });
  return (address) => {
    const path = address.replace(/[?#].*/s, '');
    const here = [...known.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(here.flatMap(({ methods }) => [...methods]))].toSorted();
  };
}

/** The pattern of `/api/holidays/show/:id` as the router reads it: a part between slashes, and perhaps a slash at the end. */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`);
