import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { present } from '#app/kit/assert.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { outboxKey } from '#app/platform/auth-secret.server.ts';
import type { RenderedMail } from '#app/mail/mail-transport.server.ts';
import type { AnswerAt, AnswerOf } from '#test/support/answered.ts';
import { runOpenassay, type ProgramAddresses } from '#test/support/program.ts';

/** The program under test, as `global-setup.ts` left it. */
export function siteUnderTest(): Site {
  return new Site(JSON.parse(process.env.OPENASSAY_E2E ?? '') as ProgramAddresses);
}

/** The one with settings and photos that others would notice (`apart.ts`). */
export function siteApart(): Site {
  return new Site(JSON.parse(process.env.OPENASSAY_E2E_APART ?? '') as ProgramAddresses);
}

/** The one that administrators work at: under https, behind a proxy. */
export function administratorsSite(): Site {
  const { proxyUrl, ...program } = JSON.parse(process.env.OPENASSAY_E2E_TLS ?? '') as BehindTls;
  return new Site(program, proxyUrl);
}

/** A program, and the https address that its visitors know it by. */
export interface BehindTls extends ProgramAddresses {
  proxyUrl: string;
}

/** A running site seen from outside: its calls, its sandbox, its stored events. */
export class Site {
  /** Where visitors find it. */
  readonly url: string;
  /** The program past any proxy, by an address that shares no cookies with visitors' pages. */
  readonly directUrl: string;
  readonly sandboxUrl: string;
  readonly dataDir: string;

  constructor({ url, sandboxUrl, dataDir }: ProgramAddresses, visitedUrl = url) {
    this.url = visitedUrl;
    this.directUrl = url.replace('localhost', '127.0.0.1');
    this.sandboxUrl = sandboxUrl;
    this.dataDir = dataDir;
  }

  async get<Address extends string>(address: Address): Promise<AnswerAt<'get', Address>> {
    const response = await fetch(this.directUrl + address);
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return response.json();
  }

  product(id: number): Promise<Product> {
    return this.get(`/api/products/${id}`);
  }

  /** Every product there is, in the list's own order. */
  async allProducts(query = ''): Promise<Product[]> {
    const found: Product[] = [];
    for (let page = 1; ; page++) {
      const { items, total } = await this.get(`/api/products?page=${page}&${query}`);
      found.push(...items);
      if (items.length === 0 || found.length >= total) return found;
    }
  }

  /** The first product of a list. */
  async firstProduct(query: string): Promise<Product> {
    const { items } = await this.get(`/api/products?page=1&${query}`);
    return present<Product>(items[0], 'a product');
  }

  /** Products that nobody has given to and that no other test takes. */
  async takeProducts(count: number): Promise<Product[]> {
    const mine: Product[] = [];
    for (const id of await this.idsAtFirst()) {
      if (mine.length === count) break;
      if (!this.take(id)) continue;
      const product = await this.product(id);
      if (product.current_amount + product.reserved_amount === 0) mine.push(product);
    }
    if (mine.length < count) throw new Error('Every product is taken by a test already.');
    return mine;
  }

  async takeProduct(): Promise<Product> {
    const [product] = await this.takeProducts(1);
    return present<Product>(product, 'a product');
  }

  /** What is listed when a worker first asks; to ask again each time would be thirteen pages. */
  private async idsAtFirst(): Promise<number[]> {
    const known = idsAtFirst.get(this.directUrl);
    if (known) return known;
    const ids = (await this.allProducts('sort=id&direction=asc')).map(({ id }) => id);
    idsAtFirst.set(this.directUrl, ids);
    return ids;
  }

  /** A folder can be made once only, whichever worker comes first. */
  private take(id: number): boolean {
    const folder = path.join(this.dataDir, 'taken', String(id));
    fs.mkdirSync(path.dirname(folder), { recursive: true });
    try {
      fs.mkdirSync(folder);
      return true;
    } catch {
      return false;
    }
  }

  /** Gives to a product as another visitor would, from commit to payment, and sees it counted; the session. */
  async fund(
    productId: number,
    amountDollars: number,
    email = 'someone.else@example.org',
  ): Promise<string> {
    const before = (await this.product(productId)).current_amount;
    const { sessionId } = await this.commit(productId, amountDollars);
    await this.control(`pay/${sessionId}`, { email });
    const end = Date.now() + 10_000;
    while ((await this.product(productId)).current_amount < before + amountDollars) {
      if (Date.now() > end) throw new Error(`a payment for ${productId} did not arrive`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return sessionId;
  }

  /** Another visitor's commit, left at the hosted page. */
  async commit(
    productId: number,
    amountDollars: number,
  ): Promise<AnswerOf<'post /api/create-checkout'>> {
    const response = await fetch(`${this.directUrl}/api/create-checkout`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ cart: [{ productId, amount: amountDollars }] }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }

  /** One of the payment sandbox's controls. */
  control(control: string, body: object): Promise<unknown> {
    return this.sandbox(`_sandbox/${control}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  private async sandbox(address: string, init: RequestInit = {}): Promise<unknown> {
    const secrets = fs.readFileSync(path.join(this.dataDir, 'sandbox-secrets.json'), 'utf8');
    const { key } = JSON.parse(secrets) as { key: string };
    const response = await fetch(`${this.sandboxUrl}/${address}`, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${key}` },
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }

  /** A command of whoever runs the site. */
  openassay(...args: string[]): string {
    return runOpenassay(this.dataDir, ...args);
  }

  /** How many stored analytics events have this name and, among others, these properties. */
  async countEvents(name: string, properties: object): Promise<number> {
    const [row] = await this.query<{ count: number }>(
      `select count(*)::int as count from analytics_events
       where name = $1 and properties::jsonb @> $2::jsonb`,
      [name, JSON.stringify(properties)],
    );
    return row?.count ?? 0;
  }

  /**
   * What has been written to an address, the newest first. Read where the outbox reads it: its page,
   * with everybody's emails, takes a browser long (`dev-mail.spec.ts` looks at it).
   */
  async emails(address: string): Promise<RenderedMail[]> {
    const rows = await this.query<{ rendered: RenderedMail }>(
      `select rendered from mails where lower(to_email) = lower($1) and rendered is not null
       order by created_at desc`,
      [address],
    );
    return rows.map(({ rendered }) => rendered);
  }

  /** Waits until so many emails to an address have this in their text; the newest first. */
  async emailsTo(address: string, text: RegExp, count = 1): Promise<RenderedMail[]> {
    const end = Date.now() + 30_000;
    for (;;) {
      const found = (await this.emails(address)).filter((mail) => text.test(mail.text));
      if (found.length >= count) return found;
      if (Date.now() > end) throw new Error(`${found.length} emails with ${text} to ${address}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** The first match in the newest such email. */
  async emailed(address: string, text: RegExp): Promise<string> {
    const [newest] = await this.emailsTo(address, text);
    return text.exec(newest?.text ?? '')?.[0] ?? '';
  }

  /** Where the program itself shows what would have been emailed. */
  get outboxPath(): string {
    return `/dev/mail/${outboxKey(this.running().AUTH_SECRET)}`;
  }

  private running(): { DATABASE_URL: string; AUTH_SECRET: string } {
    return JSON.parse(fs.readFileSync(path.join(this.dataDir, 'running.json'), 'utf8'));
  }

  private async query<Row extends object>(statement: string, values: string[]): Promise<Row[]> {
    const client = await (connections.get(this.dataDir) ?? this.connect());
    return (await client.query<Row>(statement, values)).rows;
  }

  /** Kept, as to begin one takes far longer than what is asked; it ends with the program or the worker. */
  private connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.running().DATABASE_URL });
    client.on('error', () => connections.delete(this.dataDir));
    const connecting = client.connect().then(() => client);
    connections.set(this.dataDir, connecting);
    return connecting;
  }
}

/** A worker's own, by what they belong to. */
const connections = new Map<string, Promise<pg.Client>>();
const idsAtFirst = new Map<string, number[]>();
