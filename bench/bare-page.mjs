// Serves a bare React page, the reference for benchmark U1: one list, one table, nothing else, from the bundler that RIC
// uses.
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const SOURCE = `
import { createElement as h, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
function Page() {
  const [rows, setRows] = useState([]);
  useEffect(() => {
    const { 'access-token': token, uid, client } = JSON.parse(localStorage.getItem('authToken'));
    const headers = { 'access-token': token, uid, client };
    fetch('/api/tee_times/index', { headers }).then((answer) => answer.json()).then(setRows);
  }, []);
  const cells = (row) => Object.values(row).map((value, at) => h('td', { key: at }, value));
  return h('table', null, h('tbody', null, rows.map((row) => h('tr', { key: row.id }, cells(row)))));
}
createRoot(document.getElementById('root')).render(h(Page));`;
const PAGE =
  '<!doctype html><title>Bare</title><div id="root"></div><script type="module" src="/bare.js"></script>';

export async function serveBarePage(app) {
  let script = null;
  app.get('/bare', (_, reply) => reply.type('text/html').send(PAGE));
  app.get('/bare.js', async (_, reply) => {
    script ??= gzipSync(await bundled());
    return reply
      .type('text/javascript')
      .header('content-encoding', 'gzip')
      .header('cache-control', 'max-age=31536000, immutable')
      .send(script);
  });
}

async function bundled() {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'bare',
        resolveId: (id) => (id === 'bare-page' ? '\0bare-page' : null),
        load: (id) => (id === '\0bare-page' ? SOURCE : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: 'bare-page' } },
  });
  return output[0].code;
}
