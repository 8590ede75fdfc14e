/** A key that signs a log's checkpoints (type 1), or a witness's (type 4). */
export interface Key {
  name: string;
  id: number;
  type: number;
  publicKey: Uint8Array;
}

export interface Checkpoint {
  note: string;
  origin: string;
  size: number;
  root: Uint8Array;
}

export class Failure extends Error {}
export function findIn(text: string): string[];
export function readKey(line: string): Promise<Key>;
export function readNote(note: string): {
  text: string;
  signatures: { name: string; id: number }[];
};
export function readCheckpoint(note: string): Checkpoint;
export function signersOf(note: string, keys: readonly Key[]): Promise<Key[]>;
export function checkConsistency(
  old: Pick<Checkpoint, 'size' | 'root'>,
  later: Pick<Checkpoint, 'size' | 'root'>,
  path: readonly Uint8Array[],
): Promise<void>;
export function verify(
  files: readonly string[],
  keys: readonly string[],
): Promise<{
  ok: boolean;
  verdict: 'yes' | 'no' | 'not yet' | 'unreadable';
  says: string[];
  /** The logs and witnesses of keys that came with the files. */
  added: string[];
}>;
