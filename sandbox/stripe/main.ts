import { startSandbox } from './server.ts';

const { env } = process;

// The state holds what payers typed: for this user's eyes only.
process.umask(0o077);

try {
  const sandbox = await startSandbox({
    port: Number(env.SANDBOX_PORT ?? 3001),
    stateFile: env.SANDBOX_STATE ?? ':memory:',
    secretKey: needed('SANDBOX_SECRET_KEY'),
    webhookSecret: needed('SANDBOX_WEBHOOK_SECRET'),
    webhookUrls: listOf(env.SANDBOX_WEBHOOK_URLS) ?? [],
    webhookEvents: listOf(env.SANDBOX_WEBHOOK_EVENTS),
    publicUrl: env.SANDBOX_PUBLIC_URL,
  });

  const stop = async () => {
    await sandbox.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (env.SANDBOX_EXIT_WITH_PARENT === '1') process.stdin.resume().once('close', stop);
  console.log(`sandbox ready ${sandbox.url}`);
} catch (error) {
  console.error(
    `The payment sandbox did not start: ${error instanceof Error ? error.message : error}`,
  );
  process.exit(1);
}

function needed(name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

function listOf(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
