import { request, type Agent } from 'node:http';

/** What a server answered. */
export interface Answer {
  status: number;
  body: string;
}

/** One request over kept connections; a body is posted. */
export function send(
  address: string,
  agent: Agent,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const length: Record<string, string> =
      body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const asked = request(address, { agent, method, headers: { ...headers, ...length } });
    asked.once('error', reject);
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
