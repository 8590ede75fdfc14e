import { createServer } from 'node:http';
import { createServer as createVite, runnerImport } from 'vite';
import type { runDevSite } from './dev-site.ts';

/**
 * Runs a command from the sources as Vite reads them, JSX and texts included, which Node does not
 * know: `npm run dev` with the server that reloads its pages, the others once.
 */
const command = process.argv[1];
if (command === 'dev-site') {
  const server = createServer();
  // What reloads a page is told by the site's own port.
  const options = { middlewareMode: true, hmr: { server } };
  const vite = await createVite({ server: options, appType: 'custom' });
  const site = (await vite.ssrLoadModule('/cli/dev-site.ts')) as { runDevSite: typeof runDevSite };
  await site.runDevSite(vite, server);
} else {
  await runnerImport(`/cli/${command}.ts`, { configFile: false });
}
