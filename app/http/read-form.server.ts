import { isEncodedText, isText } from './incoming-text.ts';
import * as messages from '#app/platform/messages.ts';

/** Why a form is not taken. */
interface FormRefused {
  status: 400 | 415;
  error: string;
}

/**
 * The same request with its form read and found to be one, and to be text throughout; or why not.
 * What is refused here would else break an action in the middle.
 */
export async function readForm(request: Request): Promise<Request | FormRefused> {
  if (request.method !== 'POST') return request;
  const [type] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  const isUpload = type === 'multipart/form-data';
  if (!isUpload && type !== 'application/x-www-form-urlencoded') {
    return { status: 415, error: messages.NOT_A_FORM };
  }
  // Nothing can be read any more where the connection broke.
  const bytes = await request.arrayBuffer().catch(() => null);
  const isFormText = bytes && (isUpload ? await isUploadText(request, bytes) : isBodyText(bytes));
  if (!bytes || isFormText === undefined) return { status: 400, error: messages.NOT_A_FORM };
  if (!isFormText) return { status: 400, error: messages.NO_TEXT };
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: bytes });
}

function isBodyText(bytes: ArrayBuffer): boolean {
  return isEncodedText(new TextDecoder().decode(bytes));
}

/** Undefined where it cannot be read. Files may hold anything. */
async function isUploadText({ headers }: Request, bytes: ArrayBuffer) {
  const form = await new Response(bytes, { headers }).formData().catch(() => undefined);
  return form && [...form].flatMap(namesAndTexts).every(isText);
}

function namesAndTexts([name, value]: [string, FormDataEntryValue]): string[] {
  return [name, typeof value === 'string' ? value : value.name];
}
