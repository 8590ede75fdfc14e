/** Markup that is safe to put into markup; anything else is escaped. */
export type Html = { text: string };
type HtmlPart = string | number | Html | Html[];

export function html(parts: TemplateStringsArray, ...values: HtmlPart[]): Html {
  return { text: String.raw({ raw: parts }, ...values.map(toText)) };
}

function toText(value: HtmlPart): string {
  if (Array.isArray(value)) return value.map(({ text }) => text).join('');
  return typeof value === 'object' ? value.text : escape(String(value));
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
