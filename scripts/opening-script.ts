import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import type { Plugin } from 'vite';

const path = (ofProject: string): string => fileURLToPath(new URL(`../${ofProject}`, import.meta.url));

async function bundled(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ bundle: true, write: false, logLevel: 'warning', ...options });
  return outputFiles?.[0]?.text ?? '';
}

/** Runs src/app/openings.ts and returns its data: the list of each screen and the first requests of both. */
async function openings(): Promise<unknown> {
  const code = await bundled({
    entryPoints: [path('src/app/openings.ts')],
    platform: 'node',
    format: 'esm',
    alias: { zod: path('src/web/sending/no-schemas.ts') },
  });
  const run: unknown = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  return Reflect.get(Object(run), 'openings');
}

/** Builds the first script of the page (src/web/opening/opening.ts), with its data inserted. */
export function openingScriptPlugin(): Plugin {
  let fileName = '';
  return {
    name: 'opening-script',
    apply: 'build',
    async generateBundle() {
      const source = await bundled({
        entryPoints: [path('src/web/opening/opening.ts')],
        format: 'iife',
        target: 'es2022',
        minify: true,
        define: { OPENINGS: JSON.stringify(await openings()) },
      });
      fileName = `assets/opening-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      // A classic script is placed before all others, so that it runs before the application starts.
      handler: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }],
    },
  };
}
