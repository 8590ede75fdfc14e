import { isEncodedText, isText } from './incoming-text.ts';
import * as messages from '#app/platform/messages.ts';

/**
 * The same request with its form read and found to be one, and to be text throughout; or why not.
 * What is refused here would else break an action in the middle.
 */
export async function readForm(
  request: Request,
): Promise<Request | { status: 400 | 415; error: string }> {
  if (request.method !== 'POST') return request;
  const [type] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  const isUpload = type === 'multipart/form-data';
  if (!isUpload && type !== 'application/x-www-form-urlencoded') {
    return { status: 415, error: messages.NOT_A_FORM };
  }
  // Nothing can be read any more where the connection broke.
  const bytes = await request.arrayBuffer().catch(() => null);
  const isTextual = bytes && (await isFormText(request, bytes, isUpload));
  if (!bytes || isTextual === undefined) return { status: 400, error: messages.NOT_A_FORM };
  if (!isTextual) return { status: 400, error: messages.NO_TEXT };
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: bytes });
}

/** Undefined where it cannot be read. Files may hold anything. */
async function isFormText({ headers }: Request, bytes: ArrayBuffer, isUpload: boolean) {
  if (!isUpload) return isEncodedText(new TextDecoder().decode(bytes));
  const form = await new Response(bytes, { headers }).formData().catch(() => undefined);
  const nameOf = (value: FormDataEntryValue) => (typeof value === 'string' ? value : value.name);
  return form && [...form].every(([name, value]) => isText(name) && isText(nameOf(value)));
}
