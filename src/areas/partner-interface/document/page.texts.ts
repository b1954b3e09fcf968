import { escapeHtml } from '../../../contract/words.ts';
import type { PartnerDocument } from '../partner-interface.contract.ts';

/** The whole style sheet of the page, which the content security policy allows by its hash; the page loads no other files. */
export const PARTNER_PAGE_STYLES = `
:root { color-scheme: light dark; --ground: #fbfaf7; --card: #fff; --ink: #1d2420; --quiet: #5c665f; --line: #dfe3dc; --leaf: #1f6b45; --code: #f3f4ef; --warn: #8a4b10 }
@media (prefers-color-scheme: dark) { :root { --ground: #131714; --card: #1b211d; --ink: #e6ebe6; --quiet: #a0aba3; --line: #2e3731; --leaf: #7fd1a5; --code: #141a16; --warn: #f0b878 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.01em }
h2 { font-size: 1.25rem; margin: 3rem 0 .75rem }
h3 { font-size: 1rem; margin: 0; font-weight: 600; overflow-wrap: anywhere }
p { margin: .5rem 0; max-width: 44rem }
.quiet { color: var(--quiet) }
a { color: var(--leaf) }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--leaf); outline-offset: 2px; border-radius: 4px }
nav ul { list-style: none; padding: 0; margin: 1rem 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .25rem 1rem }
nav code { background: none; padding: 0 }
section.call { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.1rem 1.25rem; margin: 1rem 0; scroll-margin-top: 1rem }
.verb { display: inline-block; min-width: 3.4rem; color: var(--leaf); font: 600 .8rem/1.6 ui-monospace, monospace }
.tag { float: right; border: 1px solid var(--line); border-radius: 99px; padding: 0 .65rem; font-size: .8rem; color: var(--quiet); margin-left: .75rem }
code, pre { font: .85rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace }
code { background: var(--code); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; overflow-x: auto; margin: .4rem 0 .8rem }
pre code { background: none; padding: 0; overflow-wrap: normal }
h4 { font-size: .8rem; color: var(--quiet); margin: 1rem 0 .2rem; font-weight: 600 }
summary { cursor: pointer; color: var(--leaf); font-size: .9rem; margin-top: .6rem; min-height: 1.8rem }
table { border-collapse: collapse; width: 100%; font-size: .92rem }
td:first-child code { white-space: nowrap; overflow-wrap: normal }
td { overflow-wrap: anywhere }
td, th { text-align: left; vertical-align: top; padding: .45rem .8rem .45rem 0; border-top: 1px solid var(--line) }
@media (max-width: 36rem) { main { padding-top: 1.5rem } .tag { float: none; display: inline-block; margin: 0 0 .4rem } }
`;

type Operation = PartnerDocument['paths'][string][string];
type Shown = { path: string; verb: string; operation: Operation };

const code = (text: string): string => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`;
const json = (value: unknown): string => code(JSON.stringify(value, null, 2));
const part = (title: string, html: string): string => `<h4>${title}</h4>${html}`;

/** Renders the OpenAPI document of the partner interface as a web page, with exactly the document's content. */
export function partnerPage({ info, paths, webhooks, 'x-codes': codes }: PartnerDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, operation]): Shown => ({
      path,
      verb: verb.toUpperCase(),
      operation,
    })),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Partner interface</title><style>${PARTNER_PAGE_STYLES}</style></head>
<body><main><h1>Partner interface, version 1</h1>
<p>${escapeHtml(info.description)}</p>
<p>The same as an <a href="/partner/v1/openapi.json">OpenAPI 3.1 document</a>.</p>
<h2 id="begin">To begin with</h2>
<p>Every call but this page and the document wants your key. The office makes it, shows it once, and can withdraw it. A call that changes something also wants a key of your own for the request, so that it can be sent again safely when its answer is lost.</p>
${code('curl https://OFFICE/partner/v1/courses -H "Authorization: Bearer KEY"')}
<p>A card's number never comes here, and is refused wherever it stands: the gateway's own fields on your page make a token of it.</p>
<nav aria-label="Calls"><h2>Calls</h2><ul>${calls.map(linkOf).join('')}</ul></nav>
${calls.map(callOf).join('\n')}
<h2 id="webhooks">Webhooks</h2>
<p>What RIC posts to an address of yours, where the office has made you a webhook: signed, at least once.</p>
${Object.entries(webhooks).map(eventOf).join('\n')}
<h2 id="refusals">Refusals</h2>
<p>All look the same: <code>{"error": {"code", "message", "fields"}, "request_id"}</code>. Decide by the code; the sentence is for people and may change. <code>fields</code> says what is wrong with what was sent. A program that accepts <code>application/problem+json</code> gets problem details (RFC 9457) with the same code.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">What it says</th></tr></thead><tbody>
${Object.entries(codes)
  .map(
    ([name, says]) =>
      `<tr id="${escapeHtml(name)}"><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(says)}</td></tr>`,
  )
  .join('\n')}
</tbody></table></main></body></html>`;
}

const linkOf = ({ path, verb, operation }: Shown): string =>
  `<li><a href="#${operation.operationId}"><span class="verb">${verb}</span><code>${escapeHtml(path.replace('/partner/v1', ''))}</code></a></li>`;

function callOf({ path, verb, operation }: Shown): string {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const action = operation['x-action'];
  const answer = responses['200']?.content['application/json'];
  const body = requestBody?.content['application/json'];
  const schemas = { ...(body && { body: body.schema }), answer: answer?.schema };
  return `<section class="call" id="${operationId}">
${action === undefined ? '' : `<span class="tag">${escapeHtml(action)}</span>`}<h3><span class="verb">${verb}</span> ${escapeHtml(path)}</h3>
<p>${escapeHtml(summary)}</p>
${parameters.length > 0 ? part('Parameters', parametersOf(parameters)) : ''}
${body ? part('Body, for example', json(body.example)) : ''}
${part('Answer, for example', json(answer?.example))}
<details><summary>Every field</summary>${json(schemas)}</details></section>`;
}

const eventOf = ([kind, { post }]: [string, PartnerDocument['webhooks'][string]]): string =>
  `<details><summary>${escapeHtml(kind)}</summary>${json(post.requestBody.content['application/json']?.schema)}</details>`;

const parametersOf = (all: NonNullable<Operation['parameters']>): string =>
  `<table><tbody>${all
    .map(
      ({ name, in: place, required, example, schema }) =>
        `<tr><td><code>${escapeHtml(name)}</code>${required ? '' : ' <span class="quiet">optional</span>'}</td><td>${
          example === undefined ? '' : `<code>${escapeHtml(String(example))}</code>`
        }</td><td class="quiet">${place === 'header' ? 'a header, your own key for this request' : escapeHtml(limitsOf(schema))}</td></tr>`,
    )
    .join('')}</tbody></table>`;

type Limits = NonNullable<Operation['parameters']>[number]['schema'];

function limitsOf({ minimum, maximum, default: usual }: Limits): string {
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '';
  const unlessSaid = usual === undefined ? '' : `${String(usual)} unless said`;
  return [range, unlessSaid].filter(Boolean).join(', ');
}
