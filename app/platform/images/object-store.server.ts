import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { config } from '#app/config.ts';

/** Bytes by key, outside the database. Each call throws an `ObjectStoreError` where it cannot. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Undefined where there is no such object. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** One that is not there is as good as gone. */
  remove(key: string): Promise<void>;
}

/** The object store did not do what it was asked for. */
export class ObjectStoreError extends Error {
  override name = 'ObjectStoreError';
}

/** A visitor waits for it. */
const ANSWER_MS = 8_000;

let opened: { of: string; store: ObjectStore } | undefined;

/** The object store that the settings name; undefined where they name none. */
export function objectStore(): ObjectStore | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config();
  if (!S3_ENDPOINT) return undefined;
  const of = [S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY].join(' ');
  if (opened?.of !== of) {
    const client = new AwsClient({
      accessKeyId: S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: S3_SECRET_ACCESS_KEY ?? '',
      region: S3_REGION,
      service: 's3',
      retries: 2,
    });
    opened = { of, store: storeAt(`${S3_ENDPOINT}/${S3_BUCKET}`, client) };
  }
  return opened.store;
}

function storeAt(address: string, client: AwsClient): ObjectStore {
  async function ask(method: string, key: string, more: RequestInit = {}): Promise<Response> {
    const signal = AbortSignal.timeout(ANSWER_MS);
    try {
      const answered = await client.fetch(`${address}/${key}`, { method, signal, ...more });
      if (answered.ok || (answered.status === 404 && method !== 'PUT')) return answered;
      throw new Error(`it answered ${answered.status}: ${(await answered.text()).slice(0, 300)}`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new ObjectStoreError(`${method} of ${key}: ${why}`, { cause: error });
    }
  }
  return {
    async put(key, bytes, type) {
      // The hash is signed, and the store holds what arrives against it.
      const hash = createHash('sha256').update(bytes).digest('hex');
      const headers = { 'Content-Type': type, 'X-Amz-Content-Sha256': hash };
      const answered = await ask('PUT', key, { body: new Uint8Array(bytes), headers });
      await answered.body?.cancel();
    },
    async get(key) {
      const answered = await ask('GET', key);
      // A bucket that is not there is no missing object.
      if (answered.ok) return answered.bytes();
      const said = await answered.text();
      if (/NoSuchBucket/.test(said)) throw new ObjectStoreError(`GET of ${key}: ${said}`);
      return undefined;
    },
    async remove(key) {
      await (await ask('DELETE', key)).body?.cancel();
    },
  };
}
