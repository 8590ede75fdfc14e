import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    assetsInlineLimit: 0, // the Content-Security-Policy admits no data: fonts or scripts
    target: 'es2022',
  },
  environments: {
    // Files that compress together are smaller than each alone: the framework as one file, which
    // also outlives a new version of the site, and what a dozen pages share as another, but for what
    // only administrators' pages share. Merging more would make pages load what they do not need
    // (`npm run bench -- weight`).
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                },
                { name: 'shell', test: /\/app\/(?!admin\/)/, minShareCount: 12 },
              ],
            },
          },
        },
      },
    },
    // The program is its own entry: one copy of every module, shared by pages, calls and jobs. With
    // all that it uses in it, a process starts in a third of the time and holds half the memory:
    // for each file of drizzle-orm, Node would read that package's 180 KB of exports anew.
    ssr: {
      resolve: { noExternal: true, external: ['sharp'] },
      build: { rollupOptions: { input: './cli/program.ts' } },
    },
  },
});
