import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/** What Vite reads into a module as text, by the names that the module knows it by. */
const GLOBS: Record<string, () => Record<string, string>> = {
  'app/prose/read-text.server.ts': () => textsOf('content/**/*.md', (file) => `/${file}`),
  'app/log/verify-page.server.ts': () =>
    textsOf('app/log/*.{js,css}', (file) => `./${path.basename(file)}`),
};

function textsOf(pattern: string, nameOf: (file: string) => string): Record<string, string> {
  const texts = globSync(pattern).map((file) => [nameOf(file), readFileSync(file, 'utf8')]);
  return Object.fromEntries(texts) as Record<string, string>;
}

/**
 * Lets Node run `.tsx` where jobs are started from the sources, by `npm run dev` and by tests: Node
 * strips types by itself, but knows no JSX, nor how Vite reads texts. What is
 * imported after this module goes through it. The program itself is compiled.
 */
registerHooks({
  load(url, context, nextLoad) {
    const globbed = Object.keys(GLOBS).find((file) => url.endsWith(`/${file}`));
    if (globbed) {
      const loaded = nextLoad(url, context);
      const texts = JSON.stringify(GLOBS[globbed]!());
      return { ...loaded, source: `import.meta.glob = () => (${texts});${String(loaded.source)}` };
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
