import { inflateSync } from 'node:zlib';
import { ImageBrokenError } from '#app/pictures/draw-image.server.ts';
import { takeInImage } from '#app/pictures/take-in-image.server.ts';
import type { Read } from '#app/testing/read-input.ts';
import { CERTIFICATE_BYTES } from './result-upload.ts';

/** What a PDF runs or opens by itself. A certificate is paper: it has none of it. */
const ACTIVE = /\/(JavaScript|JS|Launch|OpenAction|AA|EmbeddedFiles?|RichMedia|XFA)(?![A-Za-z])/;

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
  if (isActiveText(text) || /\/Encrypt(?![A-Za-z])/.test(text)) return true;
  let left = PARTS_BYTES;
  // Names stand in compressed object streams as well.
  for (const { index, 0: head } of text.matchAll(/\/ObjStm[^]{0,400}?stream\r?\n/g)) {
    const part = inflate(pdf.subarray(index + head.length), Math.min(left, PART_BYTES));
    if (part === undefined || isActiveText(part)) return true;
    left -= part.length;
  }
  return false;
}

/** A name may be written with `#4a` for a letter. */
function isActiveText(text: string): boolean {
  const plain = text.replaceAll(/#([\da-fA-F]{2})/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
  return ACTIVE.test(plain);
}

function inflate(bytes: Buffer, maxOutputLength: number): string | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength }).toString('latin1');
  } catch {
    return undefined;
  }
}
