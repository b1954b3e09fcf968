import type { FastifyReply } from 'fastify';
import { asHtml } from '../../../contract/words.ts';
import { hashOf } from '../policy.ts';

const LOOK =
  ':root { color-scheme: light dark } body { font: 16px/1.5 system-ui; max-width: 40em; margin: 4em auto; padding: 0 1em }';
// All of it stands in the page, and nothing is fetched.
const ITS_POLICY = `default-src 'none'; style-src ${hashOf(LOOK)}; frame-ancestors 'self'`;

type Plain = { title: string; says: string; link: { to: string; text: string } };

/** The whole of a page that says one thing and leads on, for a tab that is shown no screen. */
export function plainPage(reply: FastifyReply, { title, says, link }: Plain): string {
  void reply.header('content-security-policy', ITS_POLICY).type('text/html; charset=utf-8');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${asHtml(title)} · RIC</title><style>${LOOK}</style>
<body><main><h1>${asHtml(title)}</h1><p>${asHtml(says)}</p><p><a href="${asHtml(link.to)}">${asHtml(link.text)}</a></p></main>`;
}
