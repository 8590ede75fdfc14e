import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { log } from '#app/platform/log.server.ts';
import { imageProblem, MAX_IMAGE_BYTES } from './draw-image.server.ts';
import { repeatedLook } from './repeated-look.server.ts';

/** A picture of the folder as it was last looked at. */
export interface StoredImage {
  /** Its file's name, in lower case. */
  name: string;
  /** Changes when its content does, and only then. */
  version: string;
}

/** What is known of a file; `image` where it is a usable picture. */
interface Known {
  /** The file's name as the folder has it. */
  file: string;
  /** Differs when the file has been written to. */
  stamp: string;
  image: StoredImage | undefined;
}

/** No path can be spelled with these, and nothing that begins with a dot. */
const FILE_NAME = /^[a-z0-9][a-z0-9._-]{0,99}\.(jpe?g|png|webp|avif)$/i;

/**
 * The pictures that lie in a folder, by name. Only regular files of it are seen: no sub-folders,
 * no symbolic links. What is no picture, or too large a one, is left out and named in the log.
 * A folder that does not exist is empty.
 */
export function imageFolder(folder: string, lookEveryMs?: number) {
  const known = new Map<string, Known>();
  let changes = 0;
  const looks = repeatedLook(look, lookEveryMs);

  async function look(): Promise<void> {
    try {
      const files = await imageFiles(folder);
      for (const key of known.keys()) if (!files.has(key)) forget(key);
      for (const [key, file] of files) await lookAt(key, file);
    } catch (error) {
      log.warn({ err: error, folder }, 'the image folder cannot be read');
    }
  }

  async function lookAt(key: string, file: string): Promise<void> {
    const stamp = await stampOf(path.join(folder, file));
    const before = known.get(key);
    if (before?.file === file && before.stamp === stamp) return;
    if (stamp === undefined) {
      forget(key);
      return;
    }
    const found = await readImage(path.join(folder, file));
    const why = found === undefined ? 'it cannot be read' : await imageProblem(found.bytes);
    const isNews = before?.file !== file || before.image !== undefined || found !== undefined;
    if (why !== undefined && isNews) log.warn({ file, why }, 'an image file is left out');
    const image = found && why === undefined ? { name: key, version: found.version } : undefined;
    // What could not be read may be readable a moment later, and is looked at again.
    known.set(key, { file, stamp: found ? stamp : '', image });
    if (before?.image?.version !== image?.version) changes += 1;
  }

  function forget(key: string): void {
    known.delete(key);
    changes += 1;
  }

  return {
    /** The picture of this name, from memory; the folder is looked at again now and then. */
    find(name: string) {
      looks.ifDue();
      return known.get(name.toLowerCase())?.image;
    },
    /** Its file's bytes and their version as they are now; undefined where it has gone. */
    async read(name: string) {
      const file = known.get(name.toLowerCase())?.file;
      return file === undefined ? undefined : readImage(path.join(folder, file));
    },
    /** Leaves a picture out that turned out not to be one, until its file changes. */
    setAside(image: StoredImage, why: string) {
      const found = known.get(image.name);
      if (found?.image?.version !== image.version) return;
      found.image = undefined;
      changes += 1;
      log.warn({ file: found.file, why }, 'an image file is left out');
    },
    /** Another number whenever a picture has come, changed, or gone. */
    changes() {
      looks.ifDue();
      return changes;
    },
    /** Looks at the folder now. */
    refresh: looks.anew,
  };
}
export type ImageFolder = ReturnType<typeof imageFolder>;

/** The names of the folder's picture files by their lower-case form. */
async function imageFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const files = entries.filter((entry) => entry.isFile() && FILE_NAME.test(entry.name));
  return new Map(files.map(({ name }) => [name.toLowerCase(), name]));
}

async function stampOf(file: string): Promise<string | undefined> {
  const stat = await lstat(file, { bigint: true }).catch(() => undefined);
  return stat && [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join();
}

/** A regular file's bytes; undefined where it is none, has gone or is too large. */
async function readImage(file: string) {
  // A link that was put in its place since is refused, and a pipe does not keep us waiting.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(file, flags).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size > MAX_IMAGE_BYTES) return undefined;
    const bytes = new Uint8Array(await handle.readFile());
    return { bytes, version: await versionOf(bytes) };
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}

/** Hashed beside the thread that answers requests: a photo can be large. */
async function versionOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Buffer.from(digest).toString('base64url').slice(0, 16);
}
