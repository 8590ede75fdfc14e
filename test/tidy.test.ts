import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { unusedExports } from '../bench/house.ts';

const architecture = readFileSync('ARCHITECTURE.md', 'utf8');

interface Source {
  file: string;
  room: string;
  text: string;
  imports: string[];
}

const app = sourcesBelow('app');
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isComposer = ({ file, room }: Source) => room === '' || /\.page\.tsx$/.test(file);

describe('a 429', () => {
  it('is answered in one place, which says when to come again, and read by clients alone', () => {
    const named = app.filter(({ file, text }) => !isTest(file) && /\b429\b/.test(codeOf(text)));
    expect(named.map(({ file }) => file).toSorted()).toEqual([
      'app/platform/call.ts',
      'app/platform/fetch-remote-config.ts',
      'app/platform/proving-fetch.ts',
    ]);
  });
});

describe('the import table of ARCHITECTURE.md', () => {
  const allowed = new Map(tableAfter('imports').map(([room, may]) => [room, may!.split(', ')]));

  it('names every room there is', () => {
    const rooms = new Set(app.map((source) => source.room).filter(Boolean));
    expect([...rooms].filter((room) => !allowed.has(room))).toEqual([]);
  });

  it('is kept by every file', () => {
    const drifts = app
      .filter((source) => !isComposer(source) && !isTest(source.file))
      .flatMap((source) =>
        source.imports
          .filter((target) => !mayImport(source, target))
          .map((target) => `${source.file} imports ${target}`),
      );
    expect(drifts).toEqual([]);
  });

  it('is kept by tests too, but for the support and the data they share', () => {
    const drifts = app
      .filter((source) => isTest(source.file) && source.room !== '')
      .flatMap((source) =>
        source.imports
          .filter(
            (target) => !/^(test|cli|sandbox|db)\//.test(target) && !mayImport(source, target),
          )
          .filter((target) => !(target.endsWith('.call.ts') && roomOf(target) === source.room))
          .map((target) => `${source.file} imports ${target}`),
      );
    expect(drifts).toEqual([]);
  });

  function mayImport({ room }: Source, target: string): boolean {
    if (/^(sandbox|cli|test|bench)\//.test(target)) return false;
    if (target.startsWith('db/')) return room !== 'kit' && room !== 'ui' && room !== 'toxicology';
    if (/\.(page\.tsx|call\.ts)$/.test(target)) return false;
    const targetRoom = roomOf(target);
    if (targetRoom === room) return true;
    if (targetRoom === '') {
      const mayRead = !['kit', 'toxicology', 'ui'].includes(room);
      return mayRead && ['app/config.ts', 'app/site.ts'].includes(target);
    }
    return (allowed.get(room) ?? []).includes(targetRoom);
  }
});

describe('pages and calls', () => {
  it('are named by routes.ts alone', () => {
    const others = app
      .filter((source) => source.file !== 'app/routes.ts' && !isTest(source.file))
      .flatMap((source) =>
        source.imports
          .filter((target) => /\.(page\.tsx|call\.ts)$/.test(target))
          .map((target) => `${source.file}: ${target}`),
      );
    expect(others).toEqual([]);
  });

  it('are all named by routes.ts', () => {
    const routes = readFileSync('app/routes.ts', 'utf8');
    const unnamed = app
      .map((source) => source.file.replace('app/', ''))
      .filter((file) => /\.(page\.tsx|call\.ts)$/.test(file) && !routes.includes(file));
    expect(unnamed).toEqual([]);
  });
});

describe('table ownership', () => {
  const owners = new Map(tableAfter('tables').map(([table, room]) => [table!, room!]));
  const schema = readFileSync('db/schema.ts', 'utf8');
  const tables = [...schema.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)];

  it('names every table there is', () => {
    expect(tables.map(([, name]) => name).sort()).toEqual([...owners.keys()].sort());
  });

  it('is kept: a table is written by its own room', () => {
    const drifts: string[] = [];
    for (const [, name, sqlName] of tables) {
      const query = new RegExp(`\\.(insert|update|delete)\\(\\s*(schema\\.)?${name}\\b`);
      const sql = new RegExp(
        `(insert into|update|delete from|truncate)\\s+(\\$\\{\\s*${name}\\s*\\}|"?${sqlName}"?)(?![\\w$])`,
        'i',
      );
      for (const source of app) {
        if (isTest(source.file) || source.room === owners.get(name!)) continue;
        if (query.test(source.text) || sql.test(source.text))
          drifts.push(`${source.file} writes ${name}`);
      }
    }
    expect(drifts).toEqual([]);
  });
});

describe('the tree', () => {
  const all = [...app, ...['cli', 'db', 'sandbox', 'test', 'bench'].flatMap(sourcesBelow)];

  it('has no import cycles among the files of app', () => {
    const graph = new Map(app.map((source) => [source.file, source.imports]));
    expect(cycleIn(graph)).toBeUndefined();
  });

  it('exports nothing that no other file imports', () => {
    expect(unusedExports()).toEqual([]);
  });

  it('names modules as they are: kebab-case, never a drawer for everything', () => {
    const odd = all.filter(({ file }) =>
      path
        .dirname(file)
        .split('/')
        .concat(path.basename(file).split('.')[0] ?? '')
        .some(
          (part) =>
            !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part) ||
            /^(utils?|helpers?|lib|services|common|misc)$/.test(part),
        ),
    );
    expect(odd.map(({ file }) => file).filter((file) => file !== 'cli/services.ts')).toEqual([]);
  });

  it('keeps the sandbox apart: it imports nothing of the app', () => {
    const drifts = all.filter(
      ({ file, imports }) =>
        file.startsWith('sandbox/') && imports.some((target) => target.startsWith('app/')),
    );
    expect(drifts.map(({ file }) => file)).toEqual([]);
  });

  it('lets commands run as they are: Node knows no .tsx', () => {
    const withoutTypes = /^(?:import|export) type [^;]*;/gm;
    const graph = new Map(
      all.map(({ file, text }) => [file, importsOf(file, text.replaceAll(withoutTypes, ''))]),
    );
    const reached = new Set<string>();
    const visit = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const next of graph.get(file) ?? []) visit(next);
    };
    for (const { file } of all) {
      // Some bring what it takes.
      const isBare = !['cli/dev-site.ts', 'cli/fuzz.ts'].includes(file);
      if (file.startsWith('cli/') && !isTest(file) && isBare) visit(file);
    }
    expect(reached).toContain('app/funding/refund-unfunded.server.ts');
    expect([...reached].filter((file) => file.endsWith('.tsx'))).toEqual([]);
  });

  it('has no inline styles: the Content-Security-Policy would drop them', () => {
    const styled = app.filter(
      ({ file, text }) =>
        file.endsWith('.tsx') &&
        !file.endsWith('.email.tsx') && // mail programs know no other styles
        !isTest(file) &&
        /\bstyle=\{/.test(text),
    );
    expect(styled.map(({ file }) => file)).toEqual([]);
  });

  it('does not skip or single out tests', () => {
    const marked = all.filter(
      ({ file, text }) =>
        isTest(file) &&
        /\b(it|test|describe)\.(only|skip|todo)\b/.test(text.replaceAll(/\/.*\/\.test/g, '')),
    );
    expect(marked.map(({ file }) => file).filter((file) => file !== 'test/tidy.test.ts')).toEqual(
      [],
    );
  });
});

/** The rows of the first Markdown table after a comment that starts with `name:`. */
function tableAfter(name: string): string[][] {
  const [, after = ''] = architecture.split(`<!-- ${name}:`);
  const lines = after.split('\n').slice(1);
  const start = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function sourcesBelow(folder: string): Source[] {
  return filesBelow(folder)
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      return { file, room: roomOf(file), text, imports: importsOf(file, text) };
    });
}

function filesBelow(folder: string): string[] {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const at = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(at) : [at];
  });
}

function roomOf(file: string): string {
  const parts = file.split('/');
  return parts[0] === 'app' && parts.length > 2 ? (parts[1] ?? '') : '';
}

/** The project's own files that a file imports, in any of the ways there are. */
function importsOf(file: string, text: string): string[] {
  const code = codeOf(text);
  const named = [...code.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
    ([, target]) => target!,
  );
  return named.flatMap((target) => {
    if (target.startsWith('#')) return [target.slice(1)];
    if (!target.startsWith('.')) return [];
    return [path.posix.normalize(path.posix.join(path.posix.dirname(file), target))];
  });
}

/** Without its comments. */
function codeOf(text: string): string {
  return text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
}

function cycleIn(graph: Map<string, string[]>): string | undefined {
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): string | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file].join(' → ');
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      if (file === 'app/routes.ts') continue;
      const found = visit(next, [...trail, file]);
      if (found) return found;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const found = visit(file, []);
    if (found) return found;
  }
  return undefined;
}
