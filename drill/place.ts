import path from 'node:path';
import { inOwnFolder } from '#cli/long-run.ts';
import { twoFreePorts } from '#test/chaos/ports.ts';
import {
  SANDBOX_KEY,
  startSandboxProcess,
  WEBHOOK_SECRET,
  type SandboxProcess,
} from '#test/chaos/sandbox-process.ts';

/** A folder and a payment provider that tells both ports; what a program there is told. */
export interface Place {
  folder: string;
  sandbox: SandboxProcess;
  ports: [number, number];
  env: Record<string, string>;
}

/** Ends and removes all of it afterwards. */
export function onAPlace<T>(work: (place: Place) => Promise<T>): Promise<T> {
  return inOwnFolder('drill', async (folder, afterwards) => {
    const ports = await twoFreePorts();
    const hooks = ports.map((port) => `http://127.0.0.1:${port}/api/stripe/webhook`);
    const sandbox = await startSandboxProcess(path.join(folder, 'sandbox.sqlite'), hooks);
    afterwards(() => sandbox.stop());
    const env = {
      STRIPE_SECRET_KEY: SANDBOX_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: sandbox.url,
      SITE_URL: `http://127.0.0.1:${ports[0]}`,
      AUTH_SECRET: 'what every version signs its cookies with',
      TRUSTED_PROXIES: '127.0.0.1,::1',
      // Buyers who never rest look like hoarders.
      CHECKOUTS_TIMES: '10000',
      LOG_LEVEL: 'warn',
    };
    return work({ folder, sandbox, ports, env });
  });
}
