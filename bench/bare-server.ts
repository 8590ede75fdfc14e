import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The yardstick for pages: Node's own server that sends from memory what the site at SITE_URL
 * answered once, as the first who asked would have it: no framework, no header of its own. It prints
 * its address and ends with its parent.
 */
const stored = new Map<string, Promise<{ headers: Record<string, string>; bytes: Buffer }>>();

const server = createServer((request, response) => {
  const path = request.url ?? '/';
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const key = `${accepted} ${path}`;
  const made = stored.get(key) ?? fetched(path, accepted);
  stored.set(key, made);
  void made.then(({ headers, bytes }) => response.writeHead(200, headers).end(bytes));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.stdin.resume().on('end', () => process.exit(0));

function fetched(path: string, accepted: string) {
  return new Promise<{ headers: Record<string, string>; bytes: Buffer }>((resolve, reject) => {
    const headers = { 'Accept-Encoding': accepted };
    get(`${process.env.SITE_URL}${path}`, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('end', () => {
        const bytes = Buffer.concat(parts);
        const type = answer.headers['content-type'] ?? '';
        const encoding = answer.headers['content-encoding'];
        resolve({
          bytes,
          headers: {
            'Content-Type': type,
            'Content-Length': String(bytes.length),
            ...(encoding ? { 'Content-Encoding': encoding } : {}),
          },
        });
      });
    }).once('error', reject);
  });
}
