// The way into every command: says what to do where Node is too old, instead of a syntax error.
// Plain CommonJS that any Node can read.
'use strict';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(
    `OpenAssay needs Node 22.22 or newer; this is Node ${process.versions.node}.\n` +
      'It normally brings its own: run it as "npm start" or "npm run …" after "npm ci"\n' +
      '(without --omit=optional), or install a newer Node.',
  );
  process.exit(1);
}

// A start reads some two thousand modules: what V8 made of them is kept for the next one.
require('node:module').enableCompileCache?.('build/compile-cache');
// As npm starts it; whoever starts it without npm says for themselves what it is to know.
const { npm_lifecycle_event: script } = process.env;
if (script !== undefined && script === process.argv[2] && require('node:fs').existsSync('.env')) {
  process.loadEnvFile('.env'); // what the environment says already comes first
}
// Before anything reads the environment.
process.env.NODE_ENV ??= process.argv[2]?.startsWith('dev') ? 'development' : 'production';

const [command, ...rest] = process.argv.slice(2);
process.argv = [process.argv[0], command, ...rest];
// Those that load pages and letters without the compiled program.
const isOfSources = ['dev-site', 'drill', 'fuzz'].includes(command);
import(isOfSources ? './from-sources.ts' : `./${command}.ts`).catch(async (error) => {
  console.error(
    error instanceof Error && !process.env.DEBUG ? `openassay: ${await why(error)}` : error,
  );
  process.exit(1);
});

/** What went wrong and what caused that, a line each, without what a failed query was about. */
async function why(error) {
  if (error.name === 'SettingsError') return error.message; // however long
  const { describeError } = await import('../app/platform/describe-error.ts');
  const lines = [];
  for (let one = describeError(error); one; one = one.cause) lines.push(one.message);
  return lines.join('\n');
}
