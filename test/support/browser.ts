import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { sharedMemoryHolds } from './shared-memory.ts';

/** What Playwright needs to start a browser. */
export interface BrowserLaunch {
  executablePath: string;
  args: string[];
  /** Of the arguments that Playwright gives by itself, what is left out. */
  ignoreDefaultArgs: string[];
  /** Set where the browser brings its own libraries and fonts. */
  env?: Record<string, string>;
}

/** Browsers share memory by files in the temporary folder, as containers have hardly any of it. */
const SHARES_BY_FILES = '--disable-dev-shm-usage';
const ENOUGH_BYTES = 1024 ** 3;

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** A quiet browser that talks to nobody but the pages under test. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Asked of each request again, a certificate that a site under test makes for itself has some
  // given up by the browser on a busy machine (`ERR_TOO_MANY_RETRIES`).
  '--ignore-certificate-errors',
];

/**
 * The Chromium that the `@sparticuz/chromium` package carries: the same one everywhere, on machines
 * without any browser too, and without the windows of a whole browser, which take half of its time.
 * OPENASSAY_SYSTEM_CHROMIUM=1 takes the machine's own.
 */
export function browserLaunch(): BrowserLaunch {
  if (process.env.OPENASSAY_SYSTEM_CHROMIUM !== '1') return bundledChromium();
  const executablePath = systemChromium();
  if (!executablePath) throw new Error('This machine has no Chromium on its PATH.');
  return { executablePath, args: ARGS, ignoreDefaultArgs: needless() };
}

function needless(): string[] {
  return sharedMemoryHolds(ENOUGH_BYTES) ? [SHARES_BY_FILES] : [];
}

function systemChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return SYSTEM_NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(
    isExecutable,
  );
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function bundledChromium(): BrowserLaunch {
  const folder = unpackedFolder();
  const env = Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]);
  return {
    executablePath: path.join(folder, 'chromium'),
    // Hinting would make the same text wider on one machine than on another.
    args: [...ARGS, '--font-render-hinting=none'],
    ignoreDefaultArgs: needless(),
    env: {
      ...Object.fromEntries(env),
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: path.join(folder, FONT_SETTINGS),
    },
  };
}

const FONT_SETTINGS = 'fonts.conf';

/**
 * Where the package's browser lies unpacked; unpacked on first use, for each version and user.
 * Processes that start together each unpack aside, and the first to finish gives the folder its
 * name, so that nobody meets half a browser.
 */
function unpackedFolder(): string {
  const packageFile = 'node_modules/@sparticuz/chromium/package.json';
  const { version } = JSON.parse(fs.readFileSync(packageFile, 'utf8')) as { version: string };
  const user = process.getuid?.() ?? 'user';
  const folder = path.resolve('node_modules/.cache', `chromium-${version}-${user}`);
  if (isUnpacked(folder)) return folder;
  const aside = `${folder}.${process.pid}`;
  fs.rmSync(aside, { recursive: true, force: true });
  fs.mkdirSync(aside, { recursive: true });
  try {
    unpackInto(aside);
    fs.writeFileSync(path.join(aside, FONT_SETTINGS), fontSettings(folder));
    fs.renameSync(aside, folder);
  } catch (error) {
    if (!isUnpacked(folder)) throw error;
  } finally {
    fs.rmSync(aside, { recursive: true, force: true });
  }
  return folder;
}

function isUnpacked(folder: string): boolean {
  return fs.existsSync(path.join(folder, FONT_SETTINGS));
}

/**
 * The package unpacks into the temporary folder, its libraries only where it believes itself on
 * Lambda, and changes the environment on import: so it runs in a process of its own.
 */
function unpackInto(folder: string): void {
  const code = `const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    env: {
      ...process.env,
      TMPDIR: folder,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x',
      AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x',
    },
  });
  if (status !== 0) throw new Error(`The bundled Chromium could not be unpacked.\n${stderr}`);
}

/** The package's one font first, then whatever the machine has. */
function fontSettings(folder: string): string {
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    `<dir>${folder}/fonts</dir>`,
    '<dir>/usr/share/fonts</dir>',
    `<cachedir>${folder}/font-cache</cachedir>`,
    '</fontconfig>',
  ].join('\n');
}
