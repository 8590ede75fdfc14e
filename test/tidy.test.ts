import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { namesInSeveralFiles, readModules, unusedExports } from '#test/support/modules.ts';

/** Commands that are compiled, or run as Vite reads them (`from-sources.ts`). */
const BRING_WHAT_IT_TAKES = new Set(
  ['dev-site', 'drill', 'fuzz', 'program', 'run-site', 'processes'].map((name) => `cli/${name}.ts`),
);
const architecture = readFileSync('ARCHITECTURE.md', 'utf8');

interface Source {
  file: string;
  room: string;
  text: string;
  imports: string[];
}

const app = sourcesBelow('app');
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isComposer = ({ room }: Source) => room === '';

describe('a 429', () => {
  it('is answered in one place, which says when to come again, and read by clients alone', () => {
    const named = app.filter(({ file, text }) => !isTest(file) && /\b429\b/.test(codeOf(text)));
    expect(named.map(({ file }) => file).toSorted()).toEqual([
      'app/analytics/fetch-remote-config.ts',
      'app/analytics/send-to-site.ts',
      'app/http/call.ts',
    ]);
  });
});

describe('the import table of ARCHITECTURE.md', () => {
  const rows = tableAfter('imports').map(([room, may, between]) => ({ room, may, between }));
  const allowed = new Map(rows.map(({ room, may }) => [room, may!.split(', ')]));
  /** What a folder may import besides, by its path below `app`; `shared` are a room's own files. */
  const besides = new Map(
    rows.flatMap(({ room, between }) =>
      between!.split('; ').map((folder) => {
        const [name = '', others = ''] = folder.split(' → ');
        return [name === 'shared' ? room! : `${room}/${name}`, others.split(', ')];
      }),
    ),
  );

  it('names every room and every folder there is', () => {
    const folders = new Set(app.map(({ file }) => folderOf(file)).filter(Boolean));
    expect([...folders].filter((folder) => !allowed.has(folder) && !besides.has(folder))).toEqual(
      [],
    );
    expect([...besides.keys()].filter((folder) => !folder.endsWith('/'))).toSatisfy(
      (named: string[]) => named.every((folder) => folders.has(folder)),
    );
  });

  it('has a room import only rooms above it, its pages too, so in no circle', () => {
    const rooms = rows.map(({ room }) => room!);
    const below = rows.flatMap(({ room, may }, at) =>
      may!
        .split(', ')
        .filter((other) => other !== '' && !rooms.slice(0, at).includes(other))
        .map((other) => `${room} imports ${other}`),
    );
    expect(below).toEqual([]);
  });

  it('has the folders of a room import each other in no circle', () => {
    const reaches = (from: string, to: string, seen: string[] = []): boolean =>
      (besides.get(from) ?? []).some((other) => {
        const folder = `${from.split('/')[0]}/${other}`;
        if (folder === to) return true;
        return !seen.includes(folder) && reaches(folder, to, [...seen, folder]);
      });
    const folders = [...besides.keys()].filter((folder) => /\/./.test(folder));
    expect(folders.filter((folder) => reaches(folder, folder))).toEqual([]);
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
          // What is tested on results has them published first.
          .filter((target) => ![source.room, 'intake'].includes(roomOf(target)))
          .map((target) => `${source.file} imports ${target}`),
      );
    expect(drifts).toEqual([]);
  });

  function mayImport({ file, room }: Source, target: string): boolean {
    if (/^(sandbox|cli|test|bench|drill)\//.test(target)) return false;
    const mayRead = !['kit', 'toxicology', 'ui'].includes(room);
    if (target.startsWith('db/')) return mayRead;
    if (/\.page\.tsx$|\/calls\.ts$/.test(target)) return false;
    const [from, to] = [folderOf(file), folderOf(target)];
    if (to === '') return mayRead && ['app/config.ts', 'app/site.ts'].includes(target);
    const own = besides.get(from) ?? [];
    if (roomOf(target) === room)
      return (
        /\/calls\.ts$|\.page\.tsx$/.test(file) ||
        to === from ||
        to === room ||
        own.includes(to.slice(room.length + 1))
      );
    return [roomOf(target), to].some(
      (adapter) => own.includes(adapter) || (allowed.get(room) ?? []).includes(adapter),
    );
  }
});

describe('pages and calls', () => {
  it('are named by routes.ts alone', () => {
    const others = app
      .filter((source) => source.file !== 'app/routes.ts' && !isTest(source.file))
      .flatMap((source) =>
        source.imports
          .filter((target) => /\.page\.tsx$|\/calls\.ts$/.test(target))
          .map((target) => `${source.file}: ${target}`),
      );
    expect(others).toEqual([]);
  });

  it('are all named by routes.ts', () => {
    const routes = readFileSync('app/routes.ts', 'utf8');
    const unnamed = app
      .map((source) => source.file.replace('app/', ''))
      .filter((file) => /\.page\.tsx$|\/calls\.ts$/.test(file) && !routes.includes(file));
    expect(unnamed).toEqual([]);
    const calls = app
      .filter(({ file }) => /\/calls\.ts$/.test(file))
      .flatMap(({ text }) => [...text.matchAll(/^ {2}(\w+): defineCall\(/gm)]);
    expect(calls.length).toBeGreaterThan(50);
    expect(calls.filter(([, name]) => !routes.includes(`'${name}'`))).toEqual([]);
  });
});

describe('table ownership', () => {
  /** A table stands in `db/schema/` in the file or the folder of the room that writes it. */
  const tables = sourcesBelow('db/schema').flatMap(({ file, text }) =>
    [...text.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(([, name, sqlName]) => ({
      name: name!,
      sqlName: sqlName!,
      owner: path.relative('db/schema', file).split(/[./]/)[0]!,
    })),
  );

  it('is that of rooms', () => {
    const rooms = new Set(app.map(({ room }) => room));
    expect(tables.length).toBeGreaterThan(50);
    expect(tables.filter(({ owner }) => !rooms.has(owner))).toEqual([]);
  });

  it('is kept: a table is written by its own room', () => {
    const drifts: string[] = [];
    for (const { name, sqlName, owner } of tables) {
      const query = new RegExp(`\\.(insert|update|delete)\\(\\s*(schema\\.)?${name}\\b`);
      const sql = new RegExp(
        `(insert into|update|delete from|truncate)\\s+(\\$\\{\\s*${name}\\s*\\}|"?${sqlName}"?)(?![\\w$])`,
        'i',
      );
      for (const source of app) {
        if (isTest(source.file) || source.room === owner) continue;
        if (query.test(source.text) || sql.test(source.text))
          drifts.push(`${source.file} writes ${name}`);
      }
    }
    expect(drifts).toEqual([]);
  });
});

describe('the budget of lines', () => {
  type Lines = Record<string, number>;
  const budget = JSON.parse(readFileSync('test/data/lines-of-app.json', 'utf8')) as Lines;

  it('is kept by app as a whole and by each room, and lowered where something went', () => {
    const lines: Lines = {};
    for (const file of filesBelow('app')) {
      if (isTest(file) || !/\.(tsx?|css)$/.test(file)) continue;
      const count = readFileSync(file, 'utf8').split('\n').length - 1;
      for (const part of ['all', roomOf(file) || 'itself'])
        lines[part] = (lines[part] ?? 0) + count;
    }
    const told = Object.entries(lines).flatMap(([room, count]) => {
      const most = budget[room] ?? 0;
      if (count > most)
        return `${room} has ${count} lines, ${count - most} more than test/data/lines-of-app.json has for it: take as many out, or raise it beside a decision that says what they buy`;
      return most - count > 100 ? `${room} has ${count} lines: lower ${most} to it` : [];
    });
    expect(told).toEqual([]);
  });
});

describe('the tree', () => {
  const all = [...app, ...['cli', 'db', 'sandbox', 'test', 'bench', 'drill'].flatMap(sourcesBelow)];
  const modules = readModules('.');

  it('has no import cycles among the files of app, nor among those of the sandbox', () => {
    const graph = new Map(
      all
        .filter(({ file }) => /^(app|sandbox)\//.test(file))
        .map((source) => [source.file, source.imports]),
    );
    expect(cycleIn(graph)).toBeUndefined();
  });

  it('has no folder that nobody can survey: 45 files, besides their tests', () => {
    const folders = Map.groupBy(
      all.filter(({ file }) => !/\.(test|spec)\.tsx?$/.test(file)),
      ({ file }) => path.dirname(file),
    );
    const large = [...folders].filter(([, files]) => files.length > 45);
    expect(large.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
  });

  it('keeps the tables of contents and what composes them in app itself: fifteen files', () => {
    const own = app.filter(({ file, room }) => room === '' && !isTest(file));
    expect(own.length).toBeLessThanOrEqual(15);
  });

  it('imports a neighbour by ./, and everything else by its # and its path', () => {
    const odd = all.flatMap(({ file, text }) =>
      specifiersOf(text)
        .filter((target) => {
          if (target.includes('/+types/')) return false;
          if (target.startsWith('#'))
            return path.posix.dirname(target.slice(1)) === path.posix.dirname(file);
          return target.startsWith('.') && !/^\.\/[^/]+$/.test(target);
        })
        .map((target) => `${file}: ${target}`),
    );
    expect(odd).toEqual([]);
  });

  it('exports nothing that no other file imports', () => {
    expect(unusedExports(modules)).toEqual([]);
  });

  it('gives a name to one export, but for what the framework looks for by name', () => {
    expect(namesInSeveralFiles(modules)).toEqual([]);
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
      const isBare = !BRING_WHAT_IT_TAKES.has(file);
      if (file.startsWith('cli/') && !isTest(file) && isBare) visit(file);
    }
    expect(reached).toContain('app/funding/refunds/refund-unfunded.server.ts');
    expect([...reached].filter((file) => file.endsWith('.tsx'))).toEqual([]);
  });

  it('begins transactions by inTransaction alone, which drops a connection that was lost', () => {
    const others = all.filter(({ text }) => /\bdb\(\)\s*\.transaction\b/.test(text));
    expect(others.map(({ file }) => file)).toEqual([]);
  });

  it('has no inline styles: the Content-Security-Policy would drop them', () => {
    const styled = app.filter(
      ({ file, text }) =>
        file.endsWith('.tsx') &&
        !file.endsWith('.email.tsx') && // mail programs know no other styles,
        file !== 'app/results/share/share-layout.tsx' && // nor does what draws pictures
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

/** Its folder below `app`. */
function folderOf(file: string): string {
  return path.posix.dirname(file).replace(/^app\/?/, '');
}

/** The project's own files that a file imports, in any of the ways there are. */
function importsOf(file: string, text: string): string[] {
  return specifiersOf(text).flatMap((target) => {
    if (target.startsWith('#')) return [target.slice(1)];
    if (!target.startsWith('.')) return [];
    return [path.posix.normalize(path.posix.join(path.posix.dirname(file), target))];
  });
}

/** What its imports name, as they write it. */
function specifiersOf(text: string): string[] {
  return [...codeOf(text).matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
    ([, target]) => target!,
  );
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
