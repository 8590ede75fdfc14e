import { spawn } from 'node:child_process';
import { endChild, saidBy } from '#cli/child-process.ts';
import { SHARED_ENV } from '#test/support/processes.ts';

export const SANDBOX_KEY = 'sk_test_sandbox_chaos';
export const WEBHOOK_SECRET = 'whsec_chaos';

export interface SandboxProcess {
  url: string;
  /** One of the controls; throws with its answer where it refuses. */
  control<T>(path: string, body?: object): Promise<T>;
  /** Fills in the hosted page's form; the status that it answers with. */
  pay(sessionId: string, form: Record<string, string>): Promise<number>;
  /** Lets so many seconds go by at the provider. */
  advance(seconds: number): Promise<void>;
  /** Has its clock so many seconds ahead of where it belongs, or below zero behind. */
  skew(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the payment sandbox as a program of its own; what it holds is in `stateFile`. */
export async function startSandboxProcess(
  stateFile: string,
  webhookUrls: string[],
): Promise<SandboxProcess> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'sandbox/stripe/main.ts'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...SHARED_ENV,
        SANDBOX_PORT: '0',
        SANDBOX_STATE: stateFile,
        SANDBOX_SECRET_KEY: SANDBOX_KEY,
        SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
        SANDBOX_WEBHOOK_URLS: webhookUrls.join(','),
        SANDBOX_EXIT_WITH_PARENT: '1',
      },
    },
  );
  const [, url = ''] = await saidBy(
    child,
    /sandbox ready (http:\S+)/,
    (code) => `the sandbox ended at its start (${code})`,
  );
  let [gone, skewed] = [0, 0];
  async function control<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/_sandbox/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${SANDBOX_KEY}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }
  const setClock = () => control<void>('clock', { offset_seconds: gone + skewed });
  return {
    url,
    control,
    advance(seconds) {
      gone += seconds;
      return setClock();
    },
    skew(seconds) {
      skewed = seconds;
      return setClock();
    },
    async pay(sessionId, form) {
      const response = await fetch(`${url}/c/pay/${sessionId}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'manual',
      });
      await response.body?.cancel();
      return response.status;
    },
    async stop() {
      await endChild(child);
    },
  };
}
