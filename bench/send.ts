import { request, type Agent } from 'node:http';

/** What a server answered. */
export interface Answer {
  status: number;
  body: string;
}

interface Sent {
  headers?: Record<string, string>;
  body?: string;
}

/**
 * One request over kept connections; a body is posted. Where the server was just closing the one that
 * was taken, on a machine too busy to hear of it in time, another takes its place, as in any browser.
 */
export function send(address: string, agent: Agent, sent: Sent = {}): Promise<Answer> {
  const { headers = {}, body } = sent;
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const length: Record<string, string> =
      body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const asked = request(address, { agent, method, headers: { ...headers, ...length } });
    asked.once('error', (error: NodeJS.ErrnoException) => {
      if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(send(address, agent, sent));
      else reject(error);
    });
    asked.once('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() });
      });
    });
    asked.end(body);
  });
}
