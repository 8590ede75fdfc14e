import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

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
          // What most pages share is one file: it compresses better than many small ones.
          output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 16 }] } },
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
