import { createHash, createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandInStore {
  /** The settings that lead to it. */
  env: Record<string, string>;
  /** What it holds, by key. */
  objects: Map<string, Buffer>;
  /** Answers nothing but 503 from here on, or again as it should. */
  break(isBroken: boolean): void;
  close(): Promise<void>;
}

const BUCKET = 'photos-of-a-story';
const REGION = 'eu-north-7';
const KEY_ID = 'AKIDSTORY';
const SECRET = 'secret/of+the=story';

/**
 * As much of S3 as the site asks for, by paths: an object is put, got, and deleted by whoever signs as
 * Amazon's documents say (Signature Version 4), with the hash of what is put.
 */
export async function startStandInStore(): Promise<StandInStore> {
  const objects = new Map<string, Buffer>();
  let isBroken = false;
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const answer = (status: number, said: Buffer | string = '') =>
      response.writeHead(status).end(said);
    if (isBroken) return answer(503, '<Error><Code>SlowDown</Code></Error>');
    const trouble = wrongWith(request, body);
    if (trouble) return answer(403, `<Error><Code>${trouble}</Code></Error>`);
    const [, bucket, ...rest] = (request.url ?? '').split('/');
    const key = decodeURIComponent(rest.join('/'));
    if (bucket !== BUCKET) return answer(404, '<Error><Code>NoSuchBucket</Code></Error>');
    if (request.method === 'PUT') {
      objects.set(key, body);
      return answer(200);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return answer(204);
    }
    const found = objects.get(key);
    return found ? answer(200, found) : answer(404, '<Error><Code>NoSuchKey</Code></Error>');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    objects,
    break(broken) {
      isBroken = broken;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Amazon's word for what is wrong with a request's signature; undefined where it is right. */
function wrongWith({ method, url = '', headers }: http.IncomingMessage, body: Buffer) {
  const given =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!given) return 'AccessDenied';
  const [, keyId, day = '', region = '', names = '', signature] = given;
  if (keyId !== KEY_ID) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const [date, content] = ['x-amz-date', 'x-amz-content-sha256'].map((name) =>
    String(headers[name]),
  ) as [string, string];
  if (content !== sha256(body) && (method === 'PUT' || content !== 'UNSIGNED-PAYLOAD')) {
    return 'XAmzContentSHA256Mismatch';
  }
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const [path, query = ''] = url.split('?');
  const asked = [method, path, query, signed.join(''), names, content].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(asked)].join('\n');
  let key: Buffer = Buffer.from(`AWS4${SECRET}`);
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  const right = createHmac('sha256', key).update(text).digest('hex');
  return right === signature ? undefined : 'SignatureDoesNotMatch';
}

function sha256(of: string | Buffer): string {
  return createHash('sha256').update(of).digest('hex');
}
