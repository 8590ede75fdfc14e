import { textOf } from './desk.ts';

/** A form of a page, as its HTML has it. */
export interface PageForm {
  path: string;
  isMultipart: boolean;
  /** What it sends with nothing typed: hidden values, checked boxes, and its first button. */
  blank: Record<string, string>;
  /** Fields of text, files, and choices that have to be filled in. */
  required: string[];
}

/** The forms of a page that are posted, `at` being its own address. */
export function formsOf(html: string, at: string): PageForm[] {
  return [...html.matchAll(/<form\b([^>]*method="post"[^>]*)>(.*?)<\/form>/gs)].map(
    ([, head = '', body = '']) => {
      const controls = [...body.matchAll(/<(input|textarea|select|button)\b([^>]*)>/g)].flatMap(
        ([, tag = '', own = '']) => {
          const of = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(own)?.[1] ?? '';
          const type = tag === 'input' ? of('type') : tag;
          const isRequired = /\brequired\b/.test(own);
          return { name: of('name'), type, value: textOf(of('value')), isRequired };
        },
      );
      const isText = ({ type }: { type: string }) =>
        !['hidden', 'checkbox', 'radio', 'button'].includes(type);
      const sent = controls.filter((one) => one.name !== '' && !isText(one)).toReversed();
      const texts = controls.filter((one) => one.name !== '' && isText(one));
      const blank = [
        ...texts.map(({ name }) => [name, '']),
        ...sent.map(({ name, value }) => [name, value]),
      ];
      return {
        path: textOf(/\baction="([^"]*)"/.exec(head)?.[1] ?? at),
        isMultipart: head.includes('multipart/form-data'),
        blank: Object.fromEntries(blank) as Record<string, string>,
        required: texts.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      };
    },
  );
}

/** The fields of a page that are said to be wrong, each with what is said of it. */
export function wrongIn(html: string): [name: string, said: string][] {
  const wrong = html.matchAll(/<(?:input|textarea|select)\b([^>]*aria-invalid="true"[^>]*)>/g);
  return [...wrong].map(([, own = '']) => {
    const of = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(own)?.[1] ?? '';
    const notes = html.split(`id="${of('aria-describedby')}"`)[1] ?? '';
    const [, said = ''] = /<p role="alert"[^>]*>(.*?)<\/p>/s.exec(notes) ?? [];
    return [of('name'), textOf(said).trim()];
  });
}
