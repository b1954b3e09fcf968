import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../../contract/words.ts';
import { cspHash } from '../policy.ts';

const LOOK =
  ':root { color-scheme: light dark } body { font: 16px/1.5 system-ui; max-width: 40em; margin: 4em auto; padding: 0 1em }';
// The plain page contains its own styles, so it may load nothing.
const ITS_POLICY = `default-src 'none'; style-src ${cspHash(LOOK)}; frame-ancestors 'self'`;

type Plain = { title: string; says: string; link: { to: string; text: string } };

/** Returns a complete HTML page with one message and a link, for a browser tab that shows no screen of RIC. */
export function plainPage(reply: FastifyReply, { title, says, link }: Plain): string {
  void reply.header('content-security-policy', ITS_POLICY).type('text/html; charset=utf-8');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · RIC</title><style>${LOOK}</style>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(says)}</p><p><a href="${escapeHtml(link.to)}">${escapeHtml(link.text)}</a></p></main>`;
}
