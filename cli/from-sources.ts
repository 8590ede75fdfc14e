import { createServer } from 'node:http';
import { createServer as createVite, runnerImport } from 'vite';

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
  const { runDevSite } = await vite.ssrLoadModule('/cli/dev-site.ts');
  await runDevSite(vite, server);
} else {
  await runnerImport(`/cli/${command}.ts`, { configFile: false });
}
