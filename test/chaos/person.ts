import type { AnswerAt } from '#test/support/answered.ts';
import type { Pair } from './pair.ts';

/** What a call answered. */
// oxlint-disable-next-line typescript/no-explicit-any
export interface Answered<Body = any> {
  status: number;
  body: Body;
}

/** No process answered in the end: each try was cut off or was refused the connection. */
export class NobodyThere extends Error {}

const TRIES = 12;
let people = 0;

/** A person at a browser of their own, who tries again at the other process when one is gone. */
export class Person {
  private cookie = '';
  private readonly pair: Pair;
  private readonly address: string;
  private process: number;
  readonly email: string;

  constructor(pair: Pair) {
    const number = (people += 1);
    this.pair = pair;
    this.process = number % 2;
    this.address = `10.${Math.floor(number / 62_500) + 1}.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`;
    this.email = `person-${number}@example.org`;
  }

  async get<Path extends string>(path: Path): Promise<Answered<AnswerAt<'get', Path>>> {
    return this.send(path, { method: 'GET' });
  }

  async post<Path extends string>(
    path: Path,
    body: object,
  ): Promise<Answered<AnswerAt<'post', Path>>> {
    return this.send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** Sends until a process has answered with anything but its own failure. */
  private async send(path: string, init: RequestInit): Promise<Answered> {
    let answered: Answered | undefined;
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 150 * tries));
      answered = await this.sendOnce(path, init);
      if (answered && answered.status < 500) return answered;
      // 502 says that the payment provider failed; 500 that the site did not know what to say.
      if (answered?.status === 500) this.pair.blunders.push(path.split('?')[0] ?? '');
      this.process += 1;
    }
    if (answered) return answered;
    throw new NobodyThere(path);
  }

  /** Undefined where the process is gone, or went before it answered. */
  private sendOnce(path: string, init: RequestInit): Promise<Answered | undefined> {
    return this.pair.ask(this.process % 2, async (url) => {
      const response = await fetch(url + path, {
        ...init,
        headers: {
          ...init.headers,
          'X-Forwarded-For': this.address,
          ...(this.cookie ? { Cookie: this.cookie } : {}),
        },
        signal: AbortSignal.timeout(60_000),
      });
      const set = response.headers.get('set-cookie');
      if (set) this.cookie = set.split(';')[0] ?? '';
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      return { status: response.status, body: isJson ? JSON.parse(text) : undefined };
    });
  }
}
