import fs from 'node:fs';
import path from 'node:path';
import { startProgram, type Program } from './program.ts';
import { startTlsProxy, type TlsProxy } from './tls-proxy.ts';

export interface TlsSite {
  /** The site as its visitors know it: under https. */
  proxy: TlsProxy;
  /** The program with database and payment sandbox; its own `url` goes round the proxy. */
  program: Program;
  stop(): Promise<void>;
}

/** A site as in production: two processes on one database behind a proxy that ends TLS. */
export async function startTlsSite(): Promise<TlsSite> {
  const proxy = await startTlsProxy();
  const behindIt = { SITE_URL: proxy.url, TRUSTED_PROXIES: '127.0.0.1,::1' };
  const program = await startProgram(behindIt);
  // What the first one has left for programs beside it: database, sandbox, secrets.
  const shared = fs.readFileSync(path.join(program.dataDir, 'running.json'), 'utf8');
  const second = await startProgram({
    ...(JSON.parse(shared) as Record<string, string>),
    ...behindIt,
    // One log of both.
    LOG_KEY: fs.readFileSync(path.join(program.dataDir, 'log-key'), 'utf8').trim(),
  }).catch(async (error: unknown) => {
    await program.stop();
    throw error;
  });
  proxy.serve([program.url, second.url]);
  return {
    proxy,
    program,
    async stop() {
      await proxy.close();
      await second.stop();
      await program.stop();
    },
  };
}
