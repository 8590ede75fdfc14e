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
    // The server is its own entry: one copy of every module, shared by pages, calls and jobs.
    ssr: { build: { rollupOptions: { input: './app/server.ts' } } },
  },
});
