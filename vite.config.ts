import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Rolldown } from 'vite';

/**
 * What several pages use comes in a few files: each compresses better than many small ones. A module
 * goes into the first that asks for it, together with what it imports. Of those that name pages, only
 * what all of these use is in it, so that home and the report load next to nothing of other pages.
 */
const FILES: readonly { name: string; test?: RegExp; usedBy?: string[][] }[] = [
  { name: 'frame', usedBy: [['root.tsx'], ['pages/home.page.tsx', 'tested-report.page.tsx']] },
  { name: 'home', usedBy: [['pages/home.page.tsx']] },
  { name: 'ui', test: /\/app\/(ui|kit|platform|http|log)\// },
  { name: 'report-product', usedBy: [['tested-report.page.tsx', 'pages/product.page.tsx']] },
  { name: 'report', usedBy: [['tested-report.page.tsx']] },
  { name: 'prose', test: /\/app\/prose\// },
  { name: 'results', test: /\/app\/(results|toxicology)\// },
  { name: 'site', test: /\/app\/(?!admin)/ },
  { name: 'admin', test: /\/app\/admin/ },
];

const scriptFiles: Rolldown.CodeSplittingGroup[] = [
  { name: 'shared', minShareCount: 16 },
  ...FILES.map(({ name, test, usedBy }) => ({
    name: (id: string, context: Rolldown.ChunkingContext) =>
      !usedBy || usedBy.some((pages) => isUsedBy(pages, id, context)) ? name : null,
    test: test ?? /\/(app|db)\//,
    minShareCount: 2,
  })),
];

function isUsedBy(pages: string[], id: string, context: Rolldown.ChunkingContext): boolean {
  const users = usersOf(id, context);
  return pages.every((page) => users.some((user) => user.endsWith(`/${page}`)));
}

/** The modules that import one, themselves or by others. */
function usersOf(id: string, context: Rolldown.ChunkingContext): string[] {
  const users = new Set([id]);
  for (const user of users) {
    for (const importer of context.getModuleInfo(user)?.importers ?? []) users.add(importer);
  }
  return [...users].map((user) => user.replace(/\?.*/, ''));
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0, // the Content-Security-Policy admits no data: fonts or scripts
    target: 'es2022',
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: scriptFiles } },
        },
      },
    },
    // The program is its own entry: one copy of every module, shared by pages, calls and jobs. With
    // all that it uses in it, a process starts in a third of the time and holds half the memory:
    // for each file of drizzle-orm, Node would read that package's 180 KB of exports anew. As it is
    // changed (`npm run dev`), Node reads packages itself: not all are written for Vite.
    ssr: {
      resolve: command === 'build' ? { noExternal: true, external: ['sharp', 'satori'] } : {},
      build: {
        rollupOptions: {
          input: './cli/program.ts',
          // Node holds a program's text in memory, by two bytes a sign where one of a file is not ASCII.
          output: { charset: 'ascii', comments: false },
        },
      },
    },
  },
}));
