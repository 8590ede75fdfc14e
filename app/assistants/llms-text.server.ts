import type { Context } from 'hono';
import { finished, respond } from '#app/cache/answers.server.ts';
import { siteUrl } from '#app/config.ts';
import { filledIn } from '#app/prose/read-text.server.ts';
import { site } from '#app/site.ts';

/** Where programs that read for people begin. */
export const LLMS_PATH = '/llms.txt';

const [text = ''] = Object.values(
  import.meta.glob<string>('/content/llms.md', { query: '?raw', import: 'default', eager: true }),
);

/** Answers with `content/llms.md`. */
export function answerLlms(c: Context): Promise<Response> {
  const { name, description, resultsSource } = site;
  const values = { name, description, source: resultsSource.name, siteUrl: siteUrl() };
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  return respond(c, finished(200, filledIn(text, values), headers));
}
