import { parse, type ParserPlugin } from '@babel/parser';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Where the code is whose exports are asked about; tests and benchmarks only use them. */
const FOLDERS = ['app', 'cli', 'db', 'sandbox'];
const PLUGINS: ParserPlugin[] = ['typescript', 'explicitResourceManagement'];
/** What the framework looks for by name in many files, and `npm start` in what was built. */
const FRAMEWORK = new Set(
  'default loader action meta links headers middleware handle shouldRevalidate clientLoader clientAction ErrorBoundary Layout runProgram'.split(
    ' ',
  ),
);

interface Module {
  file: string;
  exports: string[];
  /** `file#name`, or `file#*` for all of them. */
  uses: string[];
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
  const plugins = file.endsWith('.tsx') ? [...PLUGINS, 'jsx' as const] : PLUGINS;
  const module: Module = { file, exports: [], uses: [] };
  const target = (from: string) =>
    from.startsWith('#') ? from.slice(1) : path.join(path.dirname(file), from);
  for (const node of parse(text, { sourceType: 'module', plugins }).program.body) {
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

function nameOf(node: { type: string; name?: string; value?: string }): string {
  return node.name ?? node.value ?? '';
}
