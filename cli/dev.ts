import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { endChild } from './child-process.ts';

/**
 * Runs `dev-site.ts` and starts it again when a source of the server changes. Components and styles
 * are Vite's to reload, in the browser; letters are the server's.
 */
const WATCHED = ['app', 'cli', 'db'];
const SERVER = /\.(ts|sql|email\.tsx|server\.tsx)$/;
const SETTLE_MS = 200;

let site = start();
let settling: NodeJS.Timeout | undefined;
let stopping = false;

for (const folder of WATCHED) {
  watch(folder, { recursive: true }, (_event, file) => {
    if (!file || !SERVER.test(file) || /\.test\.tsx?$/.test(file)) return;
    clearTimeout(settling);
    settling = setTimeout(restart, SETTLE_MS);
  });
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

function start(): ChildProcess {
  const child = spawn(process.execPath, ['cli/run.cjs', 'dev-site'], { stdio: 'inherit' });
  child.once('exit', (code) => {
    if (stopping) process.exit(code ?? 0);
  });
  return child;
}

async function restart(): Promise<void> {
  console.log('Starting again: a source of the server has changed.');
  await endChild(site);
  site = start();
}

async function stop(): Promise<void> {
  stopping = true;
  await endChild(site);
  process.exit(0);
}
