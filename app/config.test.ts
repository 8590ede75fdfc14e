import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parse } from '@babel/parser';
import { describe, expect, it } from 'vitest';
import { hasUnnamedProxy, imagesDir, isLive, readConfig, settings } from './config.ts';

const OPERATOR = {
  OPERATOR_NAME: 'Assay Foundation',
  OPERATOR_ADDRESS: '1 Main Street, Springfield',
  SUPPORT_EMAIL: 'help@assay.example',
};
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

describe('the environment', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toMatchObject({ PORT: 3000, DATA_DIR: './data', JOBS: true });
  });

  it('counts empty variables as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).DATABASE_URL).toBeUndefined();
  });

  it('looks for photos beside its data, unless it is told where', () => {
    expect(imagesDir(readConfig({ DATA_DIR: '/srv/assay' }))).toBe('/srv/assay/images');
  });

  it.each([
    ['https://Assay.Example/', 'https://assay.example'],
    ['HTTPS://assay.example:443', 'https://assay.example'],
    ['http://assay.example:80//', 'http://assay.example'],
    ['https://assay.example:8443', 'https://assay.example:8443'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
  ])('names the site %s as browsers do: %s', (SITE_URL, origin) => {
    expect(readConfig({ SITE_URL }).SITE_URL).toBe(origin);
  });

  it.each([
    [{ SITE_URL: 'https://assay.example' }, true],
    [{ SITE_URL: 'https://assay.example', TRUSTED_PROXIES: '10.0.0.1' }, false],
    [{ SITE_URL: 'http://assay.example' }, false],
    [{}, false],
  ])('knows of %o whether all visitors would share the limits of one proxy: %s', (env, is) => {
    expect(hasUnnamedProxy(readConfig(env))).toBe(is);
  });

  it('takes a mail server with a password, and a sender with a name', () => {
    const mail = {
      SMTP_URL: 'smtps://user:p%40ss@mail.example.org:465',
      MAIL_FROM: 'OpenAssay <mail@example.org>',
    };
    expect(readConfig(mail)).toMatchObject(mail);
  });

  it('takes several webhook secrets while one is rotated', () => {
    const read = readConfig({ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' });
    expect(read.STRIPE_WEBHOOK_SECRET).toEqual(['whsec_1', 'whsec_2']);
  });

  it.each([
    [{ PORT: 'http' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ SITE_URL: 'example.org' }, /SITE_URL: must be an address such as/],
    [{ SITE_URL: 'ftp://example.org' }, /SITE_URL: must be an address such as/],
    [{ SITE_URL: 'https://example.org/assay' }, /SITE_URL: must end with the host/],
    [{ SITE_URL: 'https://example.org/?from=mail' }, /SITE_URL: must end with the host/],
    [{ SITE_URL: 'https://example.org/#top' }, /SITE_URL: must end with the host/],
    [{ SITE_URL: 'https://user:word@example.org' }, /SITE_URL: must not carry a user name/],
    [
      { TRUSTED_PROXIES: '10.0.0.1, proxy.internal' },
      /TRUSTED_PROXIES\S*: "proxy.internal" is neither/,
    ],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /"10.0.0.0\/33" is neither/],
    [{ TRUSTED_PROXIES: '2001:db8::/129' }, /"2001:db8::\/129" is neither/],
    [{ TRUSTED_PROXIES: '::ffff:10.0.0.0/95' }, /is neither/],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, /"0.0.0.0\/0" is neither/],
    [{ SITE_NAME: 'Two\nlines' }, /SITE_NAME: must be one line/],
    [{ SMTP_URL: 'mail.example.org:587' }, /SMTP_URL: must be smtp/],
    [{ MAIL_FROM: 'OpenAssay' }, /MAIL_FROM: must be an address/],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_1' }, /needs SITE_URL/],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_1', SITE_URL: 'http://a.example' }, /needs SITE_URL/],
    [{ AMPLITUDE_API_KEY: 'a key' }, /AMPLITUDE_API_KEY: is not an API key/],
    [{ AMPLITUDE_API_KEY: 'key-of-ours', AMPLITUDE_ZONE: 'eu' }, /AMPLITUDE_ZONE/],
    [{ INTERCOM_APP_ID: 'a/../b' }, /INTERCOM_APP_ID: is not an app id/],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /without STRIPE_WEBHOOK_SECRET/],
    [
      { ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_BASE: 'http://127.0.0.1:3001' },
      /live Stripe key .* sandbox/,
    ],
  ])('refuses %j', (env, sentence) => expect(() => readConfig(env)).toThrow(sentence));

  it('lets administrators’ cookies be signed by a secret made here only where it is here alone', () => {
    const site = { SITE_URL: 'https://assay.example' };
    const database = { DATABASE_URL: 'postgres://db/assay' };
    const live = { ...STRIPE, ...OPERATOR, STRIPE_SECRET_KEY: 'sk_live_1' };
    const AUTH_SECRET = 'x'.repeat(32);
    for (const env of [
      { ...site, ...database },
      { ...site, ...database, ...live },
    ]) {
      expect(() => readConfig(env)).toThrow(/AUTH_SECRET is not set/);
      expect(readConfig({ ...env, AUTH_SECRET }).AUTH_SECRET).toBe(AUTH_SECRET);
    }
    for (const env of [site, database, { ...database, SITE_URL: 'http://localhost:3000' }]) {
      expect(readConfig(env).AUTH_SECRET).toBeUndefined();
    }
  });

  it('says all that is wrong at once, and nothing that only follows from it', () => {
    const env = { PORT: 'http', SITE_URL: 'assay', STRIPE_SECRET_KEY: 'sk_live_1' };
    const message = (given: Record<string, string>) => {
      try {
        return readConfig(given) && '';
      } catch (error) {
        return String(error);
      }
    };
    for (const part of ['PORT: must', 'SITE_URL: must', 'STRIPE_WEBHOOK_SECRET', 'OPERATOR_NAME']) {
      expect(message(env)).toContain(part);
    }
    expect(message(env)).not.toContain('needs SITE_URL');
  });

  it.each(Object.keys(OPERATOR))('takes no live key without %s', (name) => {
    const site = { SITE_URL: 'https://assay.example', STRIPE_SECRET_KEY: 'sk_live_1' };
    const whole: Record<string, string> = { ...STRIPE, ...OPERATOR, ...site };
    const { [name]: _, ...rest } = whole;
    expect(() => readConfig(rest)).toThrow(`A live Stripe key needs ${name}:`);
  });

  it('knows live keys, restricted ones too', () => {
    const site = { STRIPE_SECRET_KEY: 'rk_live_1', SITE_URL: 'https://assay.example' };
    const live = { ...STRIPE, ...OPERATOR, ...site };
    expect(isLive(readConfig(live))).toBe(true);
    expect(isLive(readConfig(STRIPE))).toBe(false);
  });
});

/* Where `config.ts` has changed, `npx vitest run app/config -u` writes both anew. */
describe('what operators read of the settings', () => {
  it('is in docs/settings.md what config.ts says', async () => {
    const table = (documented: Setting[]) =>
      ['| setting | default | what it does |', '|---|---|---|']
        .concat(documented.map(({ name, about, is }) => `| \`${name}\` | ${is} | ${about} |`))
        .join('\n');
    const page = sections.map(([title, all]) => `## ${title}\n\n${table(all)}\n`);
    const text = [...intro('docs/settings.md', '## '), ...page].join('\n');
    await expect(text).toMatchFileSnapshot('../docs/settings.md');
  });

  it('is in .env.example as well, each setting with an example', async () => {
    const comment = (about: string) =>
      unlinked(about)
        .replaceAll(/(.{1,98})(?: |$)/g, '# $1\n')
        .trim();
    const line = ({ name, about, example }: Setting) =>
      `${comment(about)}\n#${name}=${/[ <]/.test(example) ? `"${example}"` : example}\n`;
    const page = sections.map(([title, all]) => `## ${title}\n\n${all.map(line).join('\n')}`);
    const text = [...intro('.env.example', '## '), ...page, ''].join('\n');
    await expect(text).toMatchFileSnapshot('../.env.example');
  });

  it('are examples that can all be set at once', () => {
    const all = readFileSync('.env.example', 'utf8').replaceAll(/^#(?=[A-Z])/gm, '');
    const given = parseEnv(all) as Record<string, string>;
    expect(Object.keys(given).toSorted()).toEqual(named.toSorted());
    expect(readConfig({ ...given, AUTH_SECRET: 'x'.repeat(32) }).SITE_URL).toBe(given.SITE_URL);
  });

  it('are all settings but those that are not theirs', () => {
    const unnamed = Object.keys(settings.shape).filter((name) => !named.includes(name));
    expect(unnamed).toEqual([
      'LOG_LEVEL',
      'NODE_ENV',
      'BLOG_FOLDERS',
      'STRIPE_API_BASE',
      'SANDBOX_PUBLIC_URL',
      'CHECKOUTS_TIMES',
      'AMPLITUDE_URL',
      'AMPLITUDE_CONFIG_URL',
      'ANALYTICS_FLUSH_SECONDS',
    ]);
  });

  interface Property {
    key: { name: string };
    leadingComments?: { type: string; value: string }[];
  }

  interface Setting {
    name: string;
    about: string;
    example: string;
    is: string;
  }

  const sections = documentedSettings();
  const named = sections.flatMap(([, all]) => all.map(({ name }) => name));

  /** The docstrings of `settings`, below the line comments that head a group of them. */
  function documentedSettings(): [title: string, Setting[]][] {
    const found: [string, Setting[]][] = [];
    for (const property of propertiesOf('settings')) {
      const comments = property.leadingComments ?? [];
      const title = comments.find(({ type }) => type === 'CommentLine')?.value.trim();
      if (title) found.push([title, []]);
      const docstring = comments.findLast(({ type }) => type === 'CommentBlock')?.value ?? '';
      const text = docstring.replaceAll(/\s*\n? *\*\s+/g, ' ').trim();
      if (text.includes('@internal')) continue;
      const name = property.key.name;
      const [about = '', example = ''] = text.split(/ @example ?/);
      found.at(-1)![1].push({ name, about, example, is: defaultOf(name) });
    }
    return found;
  }

  function propertiesOf(name: string): Property[] {
    const source = readFileSync('app/config.ts', 'utf8');
    const { body } = parse(source, { sourceType: 'module', plugins: ['typescript'] }).program;
    for (const node of body) {
      if (node.type !== 'ExportNamedDeclaration') continue;
      if (node.declaration?.type !== 'VariableDeclaration') continue;
      const [{ id, init } = {}] = node.declaration.declarations;
      if (id?.type !== 'Identifier' || id.name !== name) continue;
      const record = init?.type === 'CallExpression' ? init.arguments[0] : undefined;
      if (record?.type === 'ObjectExpression') return record.properties as Property[];
    }
    throw new Error(`config.ts exports no ${name}`);
  }

  function defaultOf(name: string): string {
    const value = readConfig({})[name as keyof ReturnType<typeof readConfig>];
    if (typeof value === 'boolean') return String(Number(value));
    return String(value ?? '');
  }

  /** What stands above the first group is written by hand. */
  function intro(file: string, before: string): string[] {
    const text = readFileSync(file, 'utf8');
    return [text.slice(0, text.indexOf(`\n${before}`))];
  }

  function unlinked(about: string): string {
    return about.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, 'docs/$2');
  }
});
