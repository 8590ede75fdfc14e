import { createServer } from 'node:net';

/**
 * Two loopback ports that are free, and stay so while a process is down: below those that systems
 * hand out to connections.
 */
export async function twoFreePorts(): Promise<[number, number]> {
  const free: number[] = [];
  for (let tries = 0; tries < 200; tries += 1) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (!free.includes(port) && (await isFree(port))) free.push(port);
    const [one, two] = free;
    if (one !== undefined && two !== undefined) return [one, two];
  }
  throw new Error('no free port was found');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
