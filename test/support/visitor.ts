import type { AnswerAt } from './answered.ts';
import { SANDBOX_KEY, type Story } from './story.ts';

let nextAddress = 1;

/** What a call answered. */
// oxlint-disable-next-line typescript/no-explicit-any
export interface Answered<Body = any> {
  status: number;
  body: Body;
  headers: Headers;
}

/** A browser with a cookie jar and an address of its own. */
export class Visitor {
  private readonly cookies = new Map<string, string>();
  private story: Pick<Story, 'url' | 'sandbox'>;
  readonly address: string;
  readonly email: string;

  constructor(story: Pick<Story, 'url' | 'sandbox'>, address = freshAddress()) {
    this.story = story;
    this.address = address;
    this.email = `visitor-${address.replaceAll('.', '-')}@example.org`;
  }

  /** Another browser of the same person, at an address of its own. */
  elsewhere(): Visitor {
    return Object.assign(new Visitor(this.story), { email: this.email });
  }

  /** Goes on at another process of the same site. */
  moveTo(url: string): void {
    this.story = { ...this.story, url };
  }

  async get<Path extends string>(path: Path): Promise<Answered<AnswerAt<'get', Path>>> {
    return this.send('GET', path);
  }

  /** Posts JSON, or `body` as it is where it is text. */
  async post<Path extends string>(
    path: Path,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answered<AnswerAt<'post', Path>>> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.send('POST', path, text, headers);
  }

  /** Commits a funding list: pairs of product code and dollars. */
  async commit(...items: [productId: number, amount: unknown][]) {
    return this.post('/api/create-checkout', {
      cart: items.map(([productId, amount]) => ({ productId, amount })),
    });
  }

  /** Adds a product that is not listed yet: what is typed of it. */
  async submit(submissionData: object) {
    return this.post('/api/create-product-submission-checkout', { submissionData });
  }

  /** Fills in the hosted page's form; the page's status and where it sends the browser. */
  async payOnHostedPage(sessionId: string, card = '4242424242424242', more = {}) {
    const form = new URLSearchParams({
      method: 'card',
      email: this.email,
      card_number: card,
      card_expiry: '12 / 34',
      card_cvc: '123',
      card_name: 'A visitor',
      ...more,
    });
    const response = await fetch(`${this.story.sandbox.url}/c/pay/${sessionId}`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    return { status: response.status, location: response.headers.get('location') };
  }

  /** Commits and pays; the session's id. */
  async fund(...items: [productId: number, amount: number][]): Promise<string> {
    const committed = await this.commit(...items);
    if (committed.status !== 200) throw new Error(JSON.stringify(committed.body));
    const paid = await this.payOnHostedPage(committed.body.sessionId);
    if (paid.status !== 303) throw new Error(`the hosted page answered ${paid.status}`);
    return committed.body.sessionId;
  }

  /** What this browser sends along. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The value of a cookie. */
  cookieOf(name: string): string | undefined {
    return this.cookies.get(name);
  }

  /** Holds a cookie of any value, as whoever makes one up would. */
  hold(name: string, value: string): void {
    this.cookies.set(name, value);
  }

  /** Takes over a cookie, as whoever stole it would. */
  steal(from: Visitor, name: string): void {
    const value = from.cookies.get(name);
    if (value) this.cookies.set(name, value);
  }

  /** A page, as a browser asks for it; its body is text, and redirects are not followed. */
  async page(
    path: string,
    form?: Record<string, string | readonly string[]>,
    headers: Record<string, string> = {},
  ) {
    const fields = Object.entries(form ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)]),
    );
    return this.send(form ? 'POST' : 'GET', path, form && new URLSearchParams(fields).toString(), {
      Accept: 'text/html',
      ...(form ? FORM : {}),
      ...headers,
    });
  }

  /** A form with a file, as a browser sends it. */
  async upload(
    path: string,
    fields: Record<string, string>,
    file?: { name: string; bytes: Uint8Array; type?: string },
    headers: Record<string, string> = {},
  ) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const type = file?.type ?? 'image/jpeg';
    if (file) form.set('photo', new Blob([new Uint8Array(file.bytes)], { type }), file.name);
    const encoded = new Response(form);
    return this.send('POST', path, new Uint8Array(await encoded.arrayBuffer()), {
      Accept: 'text/html',
      'Content-Type': encoded.headers.get('content-type') ?? '',
      ...headers,
    });
  }

  async delete(path: string): Promise<Answered> {
    return this.send('DELETE', path);
  }

  /** Any request of this browser; what is JSON is parsed. */
  async send(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const response = await fetch(this.story.url + path, {
      method,
      headers: {
        'X-Forwarded-For': this.address,
        // Between two ends of one process, packing costs more than it saves.
        'Accept-Encoding': 'identity',
        ...(this.cookies.size > 0 ? { Cookie: this.cookie } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const [name = ''] = pair.split('=');
      const value = pair.slice(name.length + 1);
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    const text = await response.text();
    mustSayWhenToComeAgain(response, path);
    return {
      status: response.status,
      body: isJson(response) ? JSON.parse(text) : text || undefined,
      headers: response.headers,
    };
  }
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

function isJson(response: Response): boolean {
  return /^application\/(\w+\+)?json/.test(response.headers.get('content-type') ?? '');
}

/** Every 429 of every story, of calls and pages. */
function mustSayWhenToComeAgain({ status, headers }: Response, path: string): void {
  if (status !== 429 || /^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) return;
  throw new Error(`429 of ${path} without a Retry-After of whole seconds`);
}

/** Of a network of its own: limits count neighbors together. */
function freshAddress(): string {
  const n = nextAddress++;
  return `198.${Math.floor(n / 250) + 18}.${n % 250}.1`;
}

/** One of the sandbox's controls. */
export async function control(story: Pick<Story, 'sandbox'>, path: string, body?: object) {
  const response = await fetch(`${story.sandbox.url}/_sandbox/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${SANDBOX_KEY}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
