import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/**
 * Lets Node run `.tsx` where jobs are started from the sources, by `npm run dev` and by tests: Node
 * strips types by itself, but knows no JSX. What is imported after this module goes through it. The
 * program itself is compiled.
 */
registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.tsx')) return nextLoad(url, context);
    const file = fileURLToPath(url);
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), {
      jsx: { runtime: 'automatic' },
    });
    if (errors.length > 0) throw new Error(`${file}: ${JSON.stringify(errors)}`);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
