import { globSync, readFileSync } from 'node:fs';
import { IMAGES_PATH } from '#app/pictures/serve-images.server.ts';
import { FEED_PATH } from '#app/feed.server.ts';
import { loadCalls } from '#app/load-calls.server.ts';
import { apiDocument } from '#app/http/api-document.server.ts';
import { METRICS_PATH } from '#app/monitoring/metrics.server.ts';
import { PUBLIC_FILES } from '#app/public-files.ts';
import { SHARE_IMAGE_PATH } from '#app/results/share/share-image.server.ts';
import type { ActField } from '#app/testing/act-fields.ts';
import { ACTS, DESK_ACTS } from '#app/testing/acts.ts';
import pageEntries from '#app/routes.ts';
import type { JsonSchema } from './from-schema.ts';

/** One thing that can be asked for. */
export interface Place {
  method: string;
  /** With parts such as `:id`. */
  path: string;
  kind: 'call' | 'page' | 'file';
  /** The parameters that it reads of its query. */
  parameters: readonly string[];
  /** What it takes as JSON. */
  body?: JsonSchema | undefined;
  /** It takes forms with fields of these names and values, or files, by this button. */
  form?: { names: string[]; values: string[]; intent: string | undefined };
}

interface Described {
  parameters?: { name: string; in: string }[];
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> };
}

/** Every call that the OpenAPI document describes, every page of `routes.ts`, and what lies beside. */
export async function everyPlace(): Promise<{
  places: Place[];
  find(ref: string): JsonSchema | undefined;
}> {
  const document = apiDocument(await loadCalls(), 'https://x.example');
  const schemas = (document.components?.schemas ?? {}) as Record<string, JsonSchema>;
  const called = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Described>).map(([method, call]): Place => {
      const [content] = Object.values(call.requestBody?.content ?? {});
      return {
        method: method.toUpperCase(),
        path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        kind: 'call',
        parameters: (call.parameters ?? []).flatMap((one) => (one.in === 'query' ? one.name : [])),
        body: content?.schema,
      };
    }),
  );
  const form = formFields();
  const pages = pageEntries.flatMap(({ path: written = '', file, facts }): Place[] => {
    const path = written === '*' ? written : `/${written}`;
    const parameters = facts.reads ?? [];
    const shown = path === '*' ? '/:anything' : path;
    const read = (suffix = ''): Place => {
      return { method: 'GET', path: shown + suffix, kind: 'page', parameters };
    };
    const isPrivate = /^\/(login|admin)/.test(path);
    const buttons = isPrivate || facts.fileBytes !== undefined ? intentsOf(file) : [];
    const posted = buttons.map((intent): Place => {
      return { ...read(), method: 'POST', form: { ...form, intent } };
    });
    return [read(), ...(path === '/' ? [] : [read('.data')]), ...posted];
  });
  const files = [...PUBLIC_FILES, METRICS_PATH, SHARE_IMAGE_PATH, IMAGES_PATH, FEED_PATH];
  const beside = [...files, '/assets/:name', '/__manifest', '/api/:anything'].map(
    (path): Place => ({
      method: 'GET',
      path,
      kind: 'file',
      parameters: ['w', 'h', 'q', 'f', 'ratio', 'weight', 'paths', 'version', 'part'],
    }),
  );
  const find = (ref: string) => schemas[ref.split('/').at(-1) ?? ''];
  return { places: [...called, ...pages, ...beside], find };
}

/** What the forms that pages take are made of, as it is written. */
function formFields(): { names: string[]; values: string[] } {
  const sources = globSync(
    'app/{admin,contributions,donations,funding,intake,letters,pages}/**/*.{ts,tsx}',
  ).map((file) => readFileSync(file, 'utf8'));
  const all = (...patterns: RegExp[]) => {
    const found = sources.flatMap((text) => patterns.flatMap((one) => [...text.matchAll(one)]));
    return [...new Set(found.map(([, value]) => value ?? ''))].sort();
  };
  const ofActs = Object.values(ACTS).flatMap(({ fields }) =>
    Object.entries<ActField>(fields).map(([key, { name = key }]) => name),
  );
  return {
    names: [
      ...new Set([
        ...ofActs,
        ...all(/\bname="([\w-]+)"/g, /\b(?:field|fieldOf|form\.get)\((?:form, )?'([\w-]+)'\)/g),
      ]),
    ].sort(),
    values: all(/\bvalue="([\w-]+)"/g),
  };
}

/** What the buttons of a page ask for; one that asks for nothing where it takes no form. */
function intentsOf(file: string): (string | undefined)[] {
  const text = readFileSync(`app/${file}`, 'utf8');
  if (!/^export (async )?function action\b/m.test(text)) return [undefined];
  const named = [
    ...text.matchAll(/^ +case '([\w-]+)':/gm),
    ...text.matchAll(/^ +'?([\w-]+)'?: (?:async )?\(\) =>/gm),
    ...text.matchAll(/!== '([\w-]+)'\)/g),
  ];
  if (text.includes('DESK_ACTS')) return DESK_ACTS;
  return named.length > 0 ? [...new Set(named.map(([, intent]) => intent))] : [undefined];
}
