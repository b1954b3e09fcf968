import type { FastifyInstance } from 'fastify';

/** Collects the HTTP methods of every route registered from now on; returns a function that lists the methods of an address. */
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

/**
 * Returns the pattern that matches a route like `/api/holidays/show/:id`, as the router reads it: a parameter is any
 * text between slashes, and one slash may follow at the end.
 */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`);
