import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Batch {
  api_key: string;
  options: object;
  events: { event_type: string; insert_id: string; event_properties: Record<string, unknown> }[];
}

/** Stands in for Amplitude's ingestion and remote configuration, on a port of its own. */
export class Amplitude {
  url = '';
  requests: { method: string; path: string; body: string }[] = [];
  autocapture: object | undefined;
  /** So many batches are answered by 503 first. */
  failures = 0;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const { method = '', url = '' } = request;
        response.setHeader('Access-Control-Allow-Origin', '*');
        response.setHeader('Access-Control-Allow-Headers', '*');
        if (method === 'OPTIONS') return response.writeHead(204).end();
        const fails = method === 'POST' && this.failures-- > 0;
        if (!fails) this.requests.push({ method, path: url, body });
        response.writeHead(fails ? 503 : 200, { 'Content-Type': 'application/json' });
        response.end(
          JSON.stringify(method === 'GET' ? this.config() : { code: fails ? 503 : 200 }),
        );
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this.url;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  forget(): void {
    this.requests = [];
    this.autocapture = undefined;
    this.failures = 0;
  }

  /** What was taken. */
  batches(): Batch[] {
    const posts = this.requests.filter(({ method }) => method === 'POST');
    return posts.map(({ body }) => JSON.parse(body) as Batch);
  }

  /** What is counted: as at Amplitude, an event that comes again under its `insert_id` is not. */
  private events(): Batch['events'] {
    const all = this.batches().flatMap(({ events }) => events);
    return [...new Map(all.map((event) => [event.insert_id, event])).values()];
  }

  eventNames(): string[] {
    return this.events().map((event) => event.event_type);
  }

  /** The texts of the footer's links that were pressed. */
  links(): unknown[] {
    return this.events()
      .filter(({ event_type }) => event_type === 'Footer Link Click')
      .map(({ event_properties }) => event_properties.link);
  }

  private config(): object {
    const browserSDK = this.autocapture ? { autocapture: this.autocapture } : {};
    return { configs: { analyticsSDK: { browserSDK } } };
  }
}
