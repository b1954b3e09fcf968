import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openPublicSite, type PublicSite } from '../../demo/public-site/public-site.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { testApp } from './app.ts';
import { aCourseWithOpenTime, aPartner } from './partners.ts';

type Company = {
  time: number;
  course: number;
  rate: number;
  /**
   * The fault of the next answer of RIC to a call below this path: the answer is lost, or a proxy answers in RIC's place.
   */
  fails: { below: string; how: 'lost' | 'a page' | 'unreachable' } | null;
};

/** Sets up the demonstration's public site with an open time to book, and returns functions that act as a visitor. */
export function publicSiteSetup() {
  const app = testApp();
  const company: Company = { time: 0, course: 0, rate: 0, fails: null };
  let site: PublicSite;
  const between = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      const { headers, method = 'GET', url = '/' } = request;
      const { fails } = company;
      const how = fails && url.startsWith(`/partner/v1${fails.below}`) ? fails.how : null;
      if (how !== null) company.fails = null;
      if (how === 'unreachable') return response.destroy();
      const sent = { method: method as 'GET' | 'POST', url, headers, payload: Buffer.concat(parts) };
      const answer = await app.server.inject(sent);
      if (how === 'lost') return response.destroy();
      if (how === 'a page')
        return response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      return response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(answer.body);
    })();
  });
  beforeAll(async () => {
    const open = await aCourseWithOpenTime(app.db);
    app.setClock('2030-05-20T18:00:00Z');
    const { time, course, rate } = open;
    Object.assign(company, { time, course, rate });
    const { headers } = await aPartner(app.db, { is_public_site: true, courses: [open.course] });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    const address = between.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    site = await openPublicSite('127.0.0.1', join(projectRoot, 'demo', 'public-site'));
    site.serve(`http://127.0.0.1:${port}`, headers['authorization']?.slice('Bearer '.length) ?? '');
  });
  afterAll(async () => {
    await site.close();
    between.closeAllConnections();
    between.close();
  });

  const port = () => site.port;
  const at = (path: string) => `http://127.0.0.1:${site.port}${path}`;
  const post = (sent: Iterable<[string, string]>, path = `/book/${company.time}`) =>
    fetch(at(path), { method: 'POST', redirect: 'manual', body: new URLSearchParams([...sent]) });
  const fieldsIn = (page: string) =>
    [...page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    );

  return { app, company, port, at, post, fieldsIn };
}
