import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { expect, test } from '@playwright/test';
import { START_MS, startProgram, type Program } from '#test/support/program.ts';

/** For one answer. */
const PATIENCE_MS = 8_000;
const TOKEN = 'a-token-of-sixteen';

test.describe('two processes on one port', () => {
  test.describe.configure({ mode: 'serial', retries: 0 });
  let program: Program;

  test.beforeAll(async () => {
    test.setTimeout(START_MS);
    program = await startProgram({ PROCESSES: '2', METRICS_TOKEN: TOKEN }, undefined, [
      'a process ended',
    ]);
  });

  test('count a limit exactly, however requests fall on them', async () => {
    const guess = { check_email: 'somebody@example.org', check_code: 'AAAAAA' };
    const asked = Array.from({ length: 70 }, () =>
      ask(program, '/api/verify-contribution-code', guess),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(60).fill(200), ...Array(10).fill(429)]);
  });

  test('speak for each other: metrics hold the requests of both', async () => {
    await Promise.all(Array.from({ length: 40 }, () => ask(program, '/api/products/424242')));
    const counted =
      'http_request_duration_seconds_count{method="GET",route="/api/products/:id",status="404"} 40';
    // Whichever of them is asked.
    for (const _ of [1, 2, 3]) {
      const { body } = await ask(program, '/metrics');
      expect(body).toContain(counted);
      expect(body.match(/^openassay_database_up /gm)).toHaveLength(1);
    }
  });

  for (const role of ['pages', 'jobs']) {
    test(`one that is killed is replaced (${role}), and nothing fails after that`, async () => {
      const before = pidsOf(program, role);
      process.kill(before[0]!, 'SIGKILL');
      await expect
        .poll(() => pidsOf(program, role).filter((pid) => !before.includes(pid)).length)
        .toBe(1);
      const asked = Array.from({ length: 40 }, () => ask(program, '/readyz'));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses).toEqual(Array(40).fill(200));
    });
  }

  test('drain when they are told to stop: what is under way is answered', async () => {
    const text = JSON.stringify({ cart: [{ productId: 10_001, amount: 1 }] });
    const slow = open(program, '/api/validate-cart', text.length);
    slow.sent.write(text.slice(0, 5));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const stopped = program.stop(); // fails where it does not exit with 0
    await new Promise((resolve) => setTimeout(resolve, 500));
    const meanwhile = ask(program, '/readyz').catch(() => ({ status: 'refused' }));
    slow.sent.end(text.slice(5));
    expect([503, 'refused']).toContain((await meanwhile).status);
    expect((await slow.answer).status).toBe(200);
    await stopped;
  });
});

interface Answer {
  status: number | undefined;
  body: string;
}

/** Asks by a connection of its own, so that the processes take turns. */
function ask(program: Program, path: string, body?: object): Promise<Answer> {
  const text = body && JSON.stringify(body);
  const { sent, answer } = open(program, path, text?.length);
  sent.end(text);
  return answer;
}

/** Opens a request; with a length, a POST of JSON whose body is still to be written. */
function open({ url }: Program, path: string, length?: number) {
  const sent = request(url + path, {
    agent: false,
    signal: AbortSignal.timeout(PATIENCE_MS),
    method: length === undefined ? 'GET' : 'POST',
    headers:
      length === undefined
        ? { Authorization: `Bearer ${TOKEN}` }
        : { 'Content-Type': 'application/json', 'Content-Length': String(length) },
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => (body += part));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode, body }));
    });
  });
  return { sent, answer };
}

/** The program's own processes of a role. */
function pidsOf({ pid }: Program, role: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => {
      try {
        const parent = Number(
          readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ')[1],
        );
        const command = readFileSync(`/proc/${one}/cmdline`, 'utf8');
        return parent === pid && command.includes(`\0start\0${role}\0`);
      } catch {
        return false; // it has just ended
      }
    });
}
