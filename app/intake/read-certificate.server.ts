import { inflateSync } from 'node:zlib';
import { ImageBrokenError } from '#app/pictures/draw-image.server.ts';
import { takeInImage } from '#app/pictures/take-in-image.server.ts';
import type { Read } from '#app/testing/read-input.ts';
import { CERTIFICATE_BYTES } from './result-upload.ts';

/** What a PDF runs or opens by itself. A certificate is paper: it has none of it. */
const ACTIVE =
  /\/(JavaScript|JS|Launch|SubmitForm|ImportData|OpenAction|AA|EmbeddedFiles?|RichMedia|XFA)(?![A-Za-z])/;

/** What a compressed part of a PDF may come to. */
const PART_BYTES = 8_000_000;
const PARTS_BYTES = 40_000_000;

const NOT_READ = 'The certificate is neither a PDF nor a picture, or it is larger than 2 MB.';

/**
 * A laboratory's certificate as it is kept: a PDF as it came, where nothing in it runs, or a picture,
 * encoded anew. Says why it is not taken.
 */
export async function readCertificate(bytes: Uint8Array): Promise<Read<Buffer>> {
  const content = Buffer.from(bytes);
  if (content.length > CERTIFICATE_BYTES) return { ok: false, error: NOT_READ };
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') {
    return isActive(content)
      ? { ok: false, error: 'The certificate holds a script, an action, or a file. Print it anew.' }
      : { ok: true, value: content };
  }
  try {
    return { ok: true, value: (await takeInImage(content)).bytes };
  } catch (error) {
    if (error instanceof ImageBrokenError) return { ok: false, error: NOT_READ };
    throw error;
  }
}

/** Whether anything in a PDF runs; what cannot be looked into counts as such. */
function isActive(pdf: Buffer): boolean {
  const text = pdf.toString('latin1');
  const plain = plainNames(text);
  if (ACTIVE.test(plain) || /\/(Encrypt|LZWDecode|ASCII(Hex|85)Decode)(?![A-Za-z])/.test(plain)) {
    return true;
  }
  let [left, opened] = [PARTS_BYTES, 0];
  // Names stand in compressed streams as well, and in compressed streams within those.
  for (const { index, 0: head } of text.matchAll(/stream\r?\n/g)) {
    const outer = inflate(pdf.subarray(index + head.length), Math.min(left, PART_BYTES));
    if (!outer) continue;
    opened += 1;
    left -= outer.length;
    const parts = [outer, inflate(outer, PART_BYTES)];
    if (
      left < 0 ||
      parts.some((part) => part && ACTIVE.test(plainNames(part.toString('latin1'))))
    ) {
      return true;
    }
  }
  // A predictor scatters the letters of names.
  const isScattered = plain
    .split('endobj')
    .some((object) => /\/ObjStm(?![A-Za-z])/.test(object) && object.includes('/DecodeParms'));
  const packed = plain.match(/\/ObjStm(?![A-Za-z])/g)?.length ?? 0;
  return isScattered || packed > opened;
}

/** A name may be written with `#4a` for a letter. */
function plainNames(text: string): string {
  return text.replaceAll(/#([\da-fA-F]{2})/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

function inflate(bytes: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength });
  } catch {
    return undefined;
  }
}
