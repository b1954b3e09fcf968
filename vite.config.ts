import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bareContractsPlugin } from './scripts/bare-contracts.ts';
import { openingScriptPlugin } from './scripts/opening-script.ts';

const server = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '4000'}`;

export default defineConfig({
  root: 'src/app',
  plugins: [react(), bareContractsPlugin(), openingScriptPlugin()],
  resolve: { alias: { zod: fileURLToPath(new URL('src/web/sending/no-schemas.ts', import.meta.url)) } },
  server: {
    port: 5173,
    proxy: { '/api': server, '/golf_courses': server, '/images': server, '/letter-frame': server },
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    sourcemap: true,
    target: 'es2022',
    // Browsers preload modules themselves; an old one fetches a script when it is needed.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Three scripts, since many small ones would cost a round trip each: the code of every visit, the code of
          // forms, and the lists.
          groups: [
            { name: 'app', tags: ['$initial'], priority: 3 },
            {
              // With the few rules that only their screens share: a script of its own costs a line of the first one.
              name: 'forms',
              test: /[\\/]src[\\/](web[\\/](inputs|records|theme)|areas[\\/]payments[\\/]card)[\\/]|(stored-name|least-charge)\.rules\.ts$|useFocusRescue/,
              priority: 1,
            },
            {
              name: 'lists',
              // Except the list of imports, which few people ever open, and the reader of several days, which is fetched
              // once the list is there.
              test: /[\\/]areas[\\/].*((?<!Import)List\.tsx|LinksOfType\.tsx|\.contract\.ts)$|waiting\.rules\.ts$|Sparkline|[\\/]contract[\\/]typed[\\/](?!several-days)/,
              priority: 2,
            },
            // The readers of a typed filter are one script, which is fetched once the list is there.
            { name: 'filters', test: /[\\/](as-wire|several-days)\.ts$/, priority: 2 },
            // Short screens that few people open, and seldom; long ones, and those of every day, are scripts of their own.
            {
              name: 'office',
              test: /[\\/]areas[\\/](?!(courses|customer-hub|customers|discounts|gift-certificates|images|importing|rates|tee-times|template-editor)[\\/]).*(Detail|Editor|Screen|SalesConfiguration|Mailbox|EmailState|Keys|PartnerWebhooks|EndpointDialog)\.tsx$|[\\/]OneTimeSecret\.tsx$|CopyButton/,
              priority: 0,
            },
          ],
        },
      },
    },
  },
});
