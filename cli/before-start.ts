import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { isNearly } from '#app/catalogue/search/words.ts';
import { config, settings } from '#app/config.ts';

/**
 * Throws with a sentence for each thing that a start would fail of, before anything is compiled or
 * imported: settings that are spelled wrong, folders that are missing, ports in use.
 */
export async function checkBeforeStart(
  env: Record<string, string | undefined> = process.env,
): Promise<void> {
  const { PORT, SANDBOX_PORT, STRIPE_SECRET_KEY, HOST } = config();
  const sandbox = SANDBOX_PORT ?? (PORT > 0 && PORT < 65_535 ? PORT + 1 : 0);
  const problems = [...misspelled(env), ...missingFolders()];
  if (problems.length === 0 && !(await isFree(PORT, HOST))) {
    // The site itself, started twice, says so.
    const { holdDataDir } = await import('./services.ts');
    holdDataDir()();
    problems.push(`Port ${PORT} is in use. Set PORT to another one.`);
  }
  if (problems.length === 0 && !STRIPE_SECRET_KEY && !(await isFree(sandbox, '127.0.0.1')))
    problems.push(
      `Port ${sandbox}, for the payment sandbox, is in use. Set SANDBOX_PORT to another one.`,
    );
  if (problems.length > 0)
    throw Object.assign(new Error(problems.join('\n')), { name: 'SettingsError' });
}

/** Shorter names are like many others that an environment has. */
const LEAST_CHARACTERS = 7;

/** Names of the environment that are a slip away from a setting. */
export function misspelled(env: Record<string, string | undefined>): string[] {
  const known = Object.keys(settings.shape);
  return Object.keys(env)
    .filter((name) => env[name] && name.length >= LEAST_CHARACTERS && !known.includes(name))
    .flatMap((name) => {
      const like = known.filter((one) => one.length >= LEAST_CHARACTERS);
      const meant = like.find((one) => isNearly(name.toUpperCase(), one));
      return meant ? [`There is no setting ${name}. Is ${meant} meant?`] : [];
    });
}

function missingFolders(): string[] {
  const { DATA_DIR, DATABASE_URL, BACKUP_DIR, BLOG_FOLDERS } = config();
  const written: [name: string, folder: string][] = [
    ['DATA_DIR', DATA_DIR],
    ...(BACKUP_DIR && !DATABASE_URL ? [['BACKUP_DIR', BACKUP_DIR] as [string, string]] : []),
  ];
  return [
    ...written.flatMap(([name, folder]) => {
      const why = whyNotWritten(folder);
      return why ? [`${name}: ${folder} can’t be written to (${why}).`] : [];
    }),
    ...BLOG_FOLDERS.filter((folder) => !existsSync(folder)).map(
      (folder) => `BLOG_FOLDERS: there is no folder ${folder}.`,
    ),
  ];
}

/** Makes a folder where there is none yet, as what writes there would. */
function whyNotWritten(folder: string): string | undefined {
  try {
    if (!existsSync(folder))
      mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    else if (!statSync(folder).isDirectory()) return 'it is a file';
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'it can’t be made';
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  if (port === 0) return Promise.resolve(true);
  const server = createServer();
  return new Promise((resolve) => {
    // Whatever else is wrong with an address, whoever listens there says.
    server.once('error', (error) => resolve(!('code' in error && error.code === 'EADDRINUSE')));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
