import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { present } from '#app/kit/assert.ts';
import { PATIENT } from './processes.ts';

export interface TlsProxy {
  url: string;
  /** How many requests each process has been given. */
  given: number[];
  close(): Promise<void>;
}

/**
 * A reverse proxy as a site has one in production: it ends TLS, under a certificate that it makes
 * for itself, and gives requests to one process after the other, in plain http. Nobody is behind it
 * until `serve` names them, so that they can be told its address.
 */
export async function startTlsProxy(): Promise<TlsProxy & { serve(urls: string[]): void }> {
  const localhost = [{ name: 'commonName', value: 'localhost' }];
  const made = await generate(localhost, { keyType: 'ec', algorithm: 'sha256' });
  // A connection each: one that is kept may be just ending where the machine stands still.
  const agent = new http.Agent({ keepAlive: false });
  const given: number[] = [];
  let processes: string[] = [];
  let turn = 0;
  const options = { key: made.private, cert: made.cert, ...PATIENT };
  const server = https.createServer(options, (request, response) => {
    const at = turn++ % processes.length;
    given[at] = (given[at] ?? 0) + 1;
    const { method, url = '/', headers, socket } = request;
    const passedOn = http.request(
      present(processes[at], 'a process behind the proxy') + url,
      {
        agent,
        method: present(method, 'the method'),
        headers: {
          ...headers,
          'x-forwarded-for': present(socket.remoteAddress, 'the address'),
          'x-forwarded-proto': 'https',
        },
      },
      (answer) => {
        response.writeHead(present(answer.statusCode, 'the status'), answer.rawHeaders);
        answer.pipe(response);
      },
    );
    passedOn.once('error', () => response.destroy());
    response.once('close', () => passedOn.destroy());
    request.pipe(passedOn);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    given,
    serve: (urls) => void (processes = urls),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      agent.destroy();
    },
  };
}
