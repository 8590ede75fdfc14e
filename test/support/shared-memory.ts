import fs from 'node:fs';

/** Files in it are memory. Containers have hardly any of it, and other systems than Linux none. */
export const SHARED_MEMORY = '/dev/shm';

/** Whether so many bytes are free in shared memory, and may be used by us. */
export function sharedMemoryHolds(bytes: number): boolean {
  try {
    fs.accessSync(SHARED_MEMORY, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(SHARED_MEMORY);
    return bavail * bsize >= bytes;
  } catch {
    return false;
  }
}
