import { parse, type ParserPlugin } from '@babel/parser';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where the code is. Tests, data, and what the migrations' generator writes are not counted. */
const FOLDERS = ['app', 'cli', 'db', 'sandbox'];
const PLUGINS: ParserPlugin[] = ['typescript', 'explicitResourceManagement'];
/** What the framework looks for by name in many files, and `npm start` in what was built. */
const FRAMEWORK = new Set(
  'default loader action meta links headers handle shouldRevalidate clientLoader ErrorBoundary Layout runProgram'.split(
    ' ',
  ),
);

interface Module {
  file: string;
  exports: string[];
  /** `file#name`, or `file#*` for all of them. */
  uses: string[];
}

interface House {
  tokens: number;
  lines: number;
  files: number;
  largestFolder: string;
  unusedExports: string[];
  namesInSeveralFiles: string[];
}

/**
 * Compares the size and the plan of the code with those of another commit, whose name is the next
 * argument: `npm run bench -- house v0.1`. Tokens are those of TypeScript and CSS outside tests; a
 * comment counts nothing, and a text as many as it has words and signs, so that code gains nothing
 * by standing in a string. With `DEBUG=1` the names that are counted are listed.
 */
export async function benchHouse(say: (line: string) => void): Promise<string[]> {
  const commit = process.argv[3] ?? 'HEAD';
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-house-'));
  try {
    say(`reading ${commit}`);
    const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    const before = measure(folder);
    say('reading the working tree');
    const after = measure('.');
    if (process.env.DEBUG) {
      for (const name of after.unusedExports) say(`used nowhere: ${name}`);
      for (const name of after.namesInSeveralFiles) say(`in several files: ${name}`);
    }
    return table(commit, before, after);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function table(commit: string, before: House, after: House): string[] {
  const row = (name: string, of: (house: House) => number) =>
    `${name}\t${of(before)}\t${of(after)}\t${(of(after) / of(before)).toFixed(3)}`;
  return [
    `what\t${commit}\tnow\tratio`,
    row('tokens', ({ tokens }) => tokens),
    row('lines', ({ lines }) => lines),
    row('files', ({ files }) => files),
    row('exports used nowhere else', ({ unusedExports }) => unusedExports.length),
    row('names exported by several files', ({ namesInSeveralFiles }) => namesInSeveralFiles.length),
    `largest folder\t${before.largestFolder}\t${after.largestFolder}`,
  ];
}

/** `file name` of each export that no other file imports, tests included. */
export function unusedExports(modules: Module[]): string[] {
  const used = new Set(modules.flatMap(({ uses }) => uses));
  return modules
    .filter(({ file }) => isCounted(file))
    .flatMap(({ file, exports }) =>
      exports
        .filter((name) => !FRAMEWORK.has(name))
        .filter((name) => !used.has(`${file}#${name}`) && !used.has(`${file}#*`))
        .map((name) => `${file} ${name}`),
    );
}

/** Names that more than one of the modules exports. */
export function namesInSeveralFiles(modules: Module[]): string[] {
  const exported = modules
    .filter(({ file }) => isCounted(file))
    .flatMap(({ exports }) => exports.filter((name) => !FRAMEWORK.has(name)));
  const holders = Map.groupBy(exported, (name) => name);
  return [...holders].filter(([, all]) => all.length > 1).map(([name]) => name);
}

function measure(root: string): House {
  const counted = FOLDERS.flatMap((folder) => filesBelow(root, folder)).filter(isCounted);
  const modules = readModules(root);
  const texts = counted.map((file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') }));
  const sum = (of: (source: { file: string; text: string }) => number) =>
    texts.reduce((total, source) => total + of(source), 0);
  const folders = Map.groupBy(counted, (file) => path.dirname(file));
  const [largest = ['', []]] = [...folders].toSorted((a, b) => b[1].length - a[1].length);
  return {
    tokens: sum(tokensOf),
    lines: sum(({ text }) => text.split('\n').length - 1),
    files: counted.length,
    largestFolder: `${largest[0]} (${largest[1].length})`,
    unusedExports: unusedExports(modules),
    namesInSeveralFiles: namesInSeveralFiles(modules),
  };
}

function isCounted(file: string): boolean {
  return (
    FOLDERS.includes(file.split('/')[0] ?? '') &&
    /\.(tsx?|css)$/.test(file) &&
    !/\.test\.tsx?$|\.d\.ts$/.test(file)
  );
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

const inText = (text: string) => text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu)?.length ?? 0;

function tokensOf({ file, text }: { file: string; text: string }): number {
  if (file.endsWith('.css')) return inText(text.replaceAll(/\/\*[^]*?\*\//g, ''));
  const { tokens = [] } = parsed(file, text, true);
  let count = 0;
  for (const token of tokens as { type: unknown; start: number; end: number }[]) {
    if (typeof token.type === 'string') continue; // a comment
    const label = (token.type as { label: string }).label;
    const isText = /^(string|template|jsxText|`|\$\{)/.test(label);
    count += isText ? inText(text.slice(token.start, token.end)) : label === 'eof' ? 0 : 1;
  }
  return count;
}

function parsed(file: string, text: string, tokens: boolean) {
  const plugins = file.endsWith('.tsx') ? [...PLUGINS, 'jsx' as const] : PLUGINS;
  return parse(text, { sourceType: 'module', plugins, tokens });
}

/** Every module of the code and its tests below a folder. */
export function readModules(root: string): Module[] {
  return [...FOLDERS, 'test', 'bench', 'drill']
    .flatMap((folder) => filesBelow(root, folder))
    .concat(readdirSync(root).filter((file) => file.endsWith('.ts')))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readModule(root, file));
}

/** What a module exports, and what it uses of others, by whichever way of importing. */
function readModule(root: string, file: string): Module {
  const text = readFileSync(`${root}/${file}`, 'utf8');
  const module: Module = { file, exports: [], uses: [] };
  const target = (from: string) =>
    from.startsWith('#') ? from.slice(1) : path.join(path.dirname(file), from);
  for (const node of parsed(file, text, false).program.body) {
    if (node.type === 'ImportDeclaration') {
      const from = target(node.source.value);
      for (const part of node.specifiers) {
        if (part.type !== 'ImportSpecifier') module.uses.push(`${from}#*`);
        else module.uses.push(`${from}#${nameOf(part.imported)}`);
      }
    } else if (node.type === 'ExportAllDeclaration') {
      module.uses.push(`${target(node.source.value)}#*`);
    } else if (node.type === 'TSModuleDeclaration' && node.id.type === 'StringLiteral') {
      // What a module adds to another one's interface.
      for (const added of node.body?.type === 'TSModuleBlock' ? node.body.body : []) {
        for (const name of declaredBy(added)) module.uses.push(`${target(node.id.value)}#${name}`);
      }
    } else if (node.type === 'ExportDefaultDeclaration') {
      module.exports.push('default');
    } else if (node.type === 'ExportNamedDeclaration') {
      for (const part of node.specifiers) {
        if (part.type !== 'ExportSpecifier') continue;
        module.exports.push(nameOf(part.exported));
        if (node.source) module.uses.push(`${target(node.source.value)}#${part.local.name}`);
      }
      module.exports.push(...declaredBy(node.declaration));
    }
  }
  // A module that is imported as it runs, and what is taken of it.
  const late = /(?:const \{([^}]*)\} = await )?import\(\s*'([^']+)'\s*\)(?:\)\.(\w+))?/g;
  for (const [, several, from, one] of text.matchAll(late)) {
    const names = one ? [one] : (several?.split(',').map((name) => name.trim()) ?? ['*']);
    for (const name of names) module.uses.push(`${target(from!)}#${name.split(':')[0]}`);
  }
  return module;
}

function declaredBy(declaration: unknown): string[] {
  const declared = declaration as
    | { id?: { name: string } | null; declarations?: { id: { name?: string } }[] }
    | null
    | undefined;
  if (!declared) return [];
  if (declared.id) return [declared.id.name];
  return (declared.declarations ?? []).flatMap(({ id }) => (id.name ? [id.name] : []));
}

function nameOf(node: { type: string; name?: string; value?: string }): string {
  return node.name ?? node.value ?? '';
}
