import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

const TEXTS = JSON.stringify(
  Object.fromEntries(
    globSync('content/**/*.md').map((file) => [`/${file}`, readFileSync(file, 'utf8')]),
  ),
);

/**
 * Lets Node run `.tsx` where jobs are started from the sources, by `npm run dev` and by tests: Node
 * strips types by itself, but knows no JSX, nor how Vite reads the texts of `content/`. What is
 * imported after this module goes through it. The program itself is compiled.
 */
registerHooks({
  load(url, context, nextLoad) {
    if (url.endsWith('/app/prose/read-text.server.ts')) {
      const loaded = nextLoad(url, context);
      return { ...loaded, source: `import.meta.glob = () => (${TEXTS});${String(loaded.source)}` };
    }
    if (!url.startsWith('file:') || !url.endsWith('.tsx')) return nextLoad(url, context);
    const file = fileURLToPath(url);
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), {
      jsx: { runtime: 'automatic' },
    });
    if (errors.length > 0) throw new Error(`${file}: ${JSON.stringify(errors)}`);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
