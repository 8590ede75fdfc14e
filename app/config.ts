import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { isNetwork } from '#app/http/network-address.server.ts';

/**
 * Every environment variable the program reads, validated in one place. Read once per process;
 * `configure` replaces the environment in tests.
 */
const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((value) => value === '1' || value === 'true');
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
/** An address for a link: nothing but the web, so that none can carry a script. */
const webAddress = z.url({ protocol: /^https?$/ });
/**
 * Where a site is at home: host in lower case, no default port, as browsers name it in `Origin`. The
 * pages know themselves at the root of a host alone.
 */
const siteAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://assay.example.org' })
  .transform((value) => new URL(value))
  .refine(({ username, password }) => !username && !password, {
    error: 'must not carry a user name or a password: it stands in every link',
    abort: true,
  })
  .refine(({ pathname, href }) => /^\/+$/.test(pathname) && !/[?#]/.test(href), {
    error: 'must end with the host: no path, query, or fragment',
  })
  .transform(({ origin }) => origin);
const PORT_RANGE = 'must be a whole number from 0 to 65535';
const port = z.coerce.number(PORT_RANGE).int(PORT_RANGE).min(0, PORT_RANGE).max(65_535, PORT_RANGE);

const MOST_PROCESSES = 64;

/** A line of text that can be read. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `can be at most ${most} characters long`)
    .regex(/^\P{C}*$/u, 'must be one line of text');

/**
 * docs/settings.md and .env.example are made of these docstrings (`config.test.ts`). Name and tagline
 * are read by `site.ts`, which browsers load, too. A secret has no example, so that nobody uses it.
 */
export const settings = z.object({
  // The site
  /**
   * The port that the site listens on.
   * @example 3000
   */
  PORT: port.default(3000),
  /**
   * The address that the site listens on. `127.0.0.1` is this machine alone; with `0.0.0.0`, anyone
   * whose network reaches the machine can reach the site.
   * @example 0.0.0.0
   */
  HOST: z.string().default('127.0.0.1'),
  /**
   * The site's public address as a browser sees it, also where a proxy speaks plain http to the
   * program. Links, emails, and cookies follow from it. The same name with or without `www.`
   * redirects there. Without it the site is `http://localhost:PORT`, and requests under any name but
   * this machine's are refused.
   * @example https://assay.example.org
   */
  SITE_URL: siteAddress.optional(),
  /**
   * What the site calls itself; OpenAssay unless set.
   * @example OpenAssay
   */
  SITE_NAME: line(60).optional(),
  /**
   * The line under the name; “Know what is in it.” unless set.
   * @example Know what is in it.
   */
  SITE_TAGLINE: line(120).optional(),
  /**
   * Reverse proxies whose `X-Forwarded-For` is believed: addresses and networks, comma-separated.
   * Without it, everyone behind a proxy shares the limits of one address ([limits](limits.md)).
   * @example 10.0.0.1,10.1.0.0/16,2001:db8::/32
   */
  TRUSTED_PROXIES: list
    .pipe(
      z.array(
        z.string().refine(isNetwork, {
          error: ({ input }) =>
            `"${input}" is neither an address nor a network such as 10.0.0.0/8 or 2001:db8::/32`,
        }),
      ),
    )
    .default([]),
  /**
   * How many processes `npm start` has serve pages on the one port: a number, or `auto` for one a core.
   * With more than one, jobs run in another one beside them, whoever ends is replaced, and each opens
   * connections of its own to the database.
   * @example auto
   */
  PROCESSES: z
    .union(
      [
        z.literal('auto').transform(() => Math.min(availableParallelism(), MOST_PROCESSES)),
        z.coerce.number().int().min(1).max(MOST_PROCESSES),
      ],
      { error: `must be auto or a whole number from 1 to ${MOST_PROCESSES}` },
    )
    .default(1),
  /**
   * 0: this process serves pages and runs no background jobs. At least one process must run them.
   * @example 1
   */
  JOBS: flag.default(true),
  /** @internal How much is logged. */
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  /**
   * Opens `/metrics` to whoever sends it as a bearer token; at least 16 characters. Without it, nobody
   * can read `/metrics`.
   * @example
   */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** @internal */
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),

  // Data
  /**
   * The folder of the embedded database and of the payment sandbox.
   * @example ./data
   */
  DATA_DIR: z.string().default('./data'),
  /**
   * Your own PostgreSQL, version 15 or newer and in UTF-8, in place of the embedded one. A pooler in
   * transaction mode may stand before it ([several machines](cluster.md)).
   * @example postgres://openassay_site:password@db.example.org/openassay
   */
  DATABASE_URL: z.string().optional(),
  /**
   * The same database under the role that owns its tables. Only migrations use it, so the site's own
   * role cannot switch off what protects the ledger ([two database roles](database-roles.md)).
   * @example postgres://openassay_owner:password@db.example.org/openassay
   */
  DATABASE_OWNER_URL: z.string().optional(),
  /**
   * How many connections to the database one process may open.
   * @example 10
   */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  /**
   * Where backups of the embedded database go ([backups](backup.md)): one every hour, checked by
   * starting a copy of it. Best another disk.
   * @example /mnt/backups/openassay
   */
  BACKUP_DIR: z.string().optional(),
  /**
   * Backups that are older than so many days are deleted by the next one.
   * @example 14
   */
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(14),
  /** @internal Folders of blog posts, comma-separated: tests have posts of their own. */
  BLOG_FOLDERS: list.default(['content/blog']),

  // Payments
  /**
   * Stripe in place of the payment sandbox ([what to set at Stripe](stripe-settings.md)).
   * @example sk_test_your_key
   */
  STRIPE_SECRET_KEY: z.string().optional(),
  /**
   * The signing secret of the webhook; required with a key. While one is being rotated, list several,
   * comma-separated.
   * @example whsec_your_secret
   */
  STRIPE_WEBHOOK_SECRET: list.optional(),
  /** @internal Where the payment sandbox answers, when it is the one that is used. */
  STRIPE_API_BASE: z.url().optional(),
  /** @internal Where visitors find that sandbox's pages, when it is elsewhere for them. */
  SANDBOX_PUBLIC_URL: z.url().optional(),
  /**
   * The port of the payment sandbox; the one after `PORT` unless set.
   * @example 3001
   */
  SANDBOX_PORT: port.optional(),
  /** @internal How many times the usual checkouts a visitor may begin and hold: one machine buys for all in tests. */
  CHECKOUTS_TIMES: z.coerce.number().int().positive().default(1),

  // Administrators
  /**
   * Who administers the site, comma-separated. They are put on the list at every start;
   * `openassay admins` lists, adds, and removes them.
   * @example you@example.org,colleague@example.org
   */
  ADMIN_EMAILS: list
    .pipe(z.array(z.email('names something that is no email address').toLowerCase()))
    .default([]),
  /**
   * 1: an administrator without a second factor can do nothing but set one up. 0: they can. Unless
   * set, it is 1 with a live Stripe key and 0 without one.
   * @example 1
   */
  ADMIN_REQUIRE_2FA: flag.optional(),
  /**
   * At least 32 characters, the same for every process; `openssl rand -hex 32` makes one. It signs
   * administrators' cookies, encrypts their second factors, and keys the hashes of network addresses.
   * Without it, the program makes one and keeps it in `DATA_DIR`. A public site (https or a live
   * Stripe key) on your own PostgreSQL does not start without it.
   * @example
   */
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),

  // The log
  /**
   * The key that signs the log's checkpoints, as `openassay log keys export` prints it ([the log](log.md)). Set it
   * where several machines serve one site. Without it, the first start makes one and keeps it in
   * `DATA_DIR`, outside the database and its backups.
   * @example
   */
  LOG_KEY: z
    .string()
    .regex(/^PRIVATE\+KEY\+[^\s+]+\+[\da-f]{8}\+\S+$/, 'is no key that `openassay log keys` shows')
    .optional(),
  /**
   * Witnesses that each checkpoint is offered to, comma-separated: key and address of each, with a space
   * between ([the log](log.md)). One that is away holds nothing up.
   * @example witness.example.org+1a2b3c4d+BAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g https://witness.example.org
   */
  LOG_WITNESSES: list
    .pipe(
      z.array(
        z
          .string()
          .regex(/^[^\s+]+\+[\da-f]{8}\+\S+ https?:\/\/\S+$/, 'must be a key and an address each')
          .transform((pair) => {
            const [vkey = '', url = ''] = pair.split(' ');
            return { vkey, url: url.replace(/\/+$/, '') };
          }),
      ),
    )
    .default([]),

  // Email
  /**
   * The mail server, with user and password: `smtp://` or `smtps://`. Email leaves over TLS or not at
   * all, unless the server is on this machine or the address ends with `?requireTLS=false`. Without it, emails stay on this
   * machine, at an address that the start prints, and `openassay mail` lists them. With a live Stripe
   * key they wait a day for a mail server and are then given up.
   * @example smtp://user:password@mail.example.org:587
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }).optional(),
  /**
   * Who emails come from; `no-reply@` the site's host unless set.
   * @example OpenAssay <no-reply@assay.example.org>
   */
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      error: 'must be an address, or Name <address>',
    })
    .optional(),
  /**
   * What the mail service, or whoever speaks for it, sends as a bearer token with news of email that came
   * back ([operating](operate.md)); at least 16 characters. Without it, none is taken.
   * @example
   */
  MAIL_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),

  // Contact and operator
  /**
   * Where people write to, and where replies to emails go; required with a live Stripe key. The form on
   * `/contact` works without it and reaches the administrators.
   * @example help@assay.example.org
   */
  SUPPORT_EMAIL: z.email().optional(),
  /**
   * Who to tell about a security problem, in `/.well-known/security.txt`: an email address or an
   * `https://` address. `SUPPORT_EMAIL` unless set; with neither, there is no such file.
   * @example https://assay.example.org/contact
   */
  SECURITY_CONTACT: z
    .union([z.email(), z.url({ protocol: /^https$/ }).regex(/^\S+$/)], {
      error: 'must be an email address or one that begins with https://',
    })
    .optional(),
  /**
   * Who runs the site; the legal page names them. Required with a live Stripe key.
   * @example Example Testing Society
   */
  OPERATOR_NAME: z.string().trim().max(200).optional(),
  /**
   * The operator's postal address, on the legal page and in the digest; required with a live Stripe
   * key. No digest is sent without it.
   * @example 1 Example Street, Springfield
   */
  OPERATOR_ADDRESS: z.string().trim().max(500).optional(),
  /**
   * What the operator is, and in which country; beside the name on the About page.
   * @example a nonprofit corporation in California, United States
   */
  OPERATOR_LEGAL_FORM: z.string().trim().max(200).optional(),
  /**
   * Who works on the site, for the About page.
   * @example A. Example (chemistry), B. Example (operations)
   */
  OPERATOR_PEOPLE: z.string().trim().max(500).optional(),
  /**
   * So many days after its maker was told, the first results of a product are published at the earliest.
   * @example 7
   */
  MAKER_NOTICE_DAYS: z.coerce.number().int().min(0).max(60).default(7),
  /**
   * The laboratory that samples are sent to, with its accreditation; on the About page and on products
   * to fund.
   * @example Example Laboratories, accredited to ISO/IEC 17025 (certificate 1234.01)
   */
  LABORATORY: z.string().trim().max(300).optional(),
  /**
   * Whether gifts are tax-deductible, in a sentence, as pages say it.
   * @example Gifts are tax-deductible in the United States.
   */
  TAX_NOTE: z.string().trim().max(300).default('Gifts are not tax-deductible.'),

  // Donations
  /**
   * Another place for one-time donations than the form on `/donate`.
   * @example https://give.example.org/openassay
   */
  ONE_TIME_DONATION_URL: webAddress.optional(),
  /**
   * Where Ether can be sent. It is not shown unless set.
   * @example
   */
  CRYPTO_WALLET_ADDRESS: z
    .string()
    .regex(/^\w{20,120}$/, 'is not a wallet address')
    .optional(),
  /**
   * A checkout that takes crypto. It is not shown unless set.
   * @example https://crypto.example.org/openassay
   */
  CRYPTO_CHECKOUT_URL: webAddress.optional(),

  // Analytics and chat
  /**
   * A project at Amplitude that events go to, once a visitor has agreed, in place of the site's own
   * table. `openassay events` sums up that table.
   * @example your-api-key
   */
  AMPLITUDE_API_KEY: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'is not an API key')
    .optional(),
  /**
   * Where that project keeps its data: `US` or `EU`.
   * @example US
   */
  AMPLITUDE_ZONE: z.enum(['US', 'EU']).default('US'),
  /** @internal What stands in for Amplitude’s ingestion in tests, and for its remote configuration. */
  AMPLITUDE_URL: webAddress.optional(),
  /** @internal The other of the two. */
  AMPLITUDE_CONFIG_URL: webAddress.optional(),
  /** @internal How many seconds a browser gathers events before it sends them. */
  ANALYTICS_FLUSH_SECONDS: z.coerce.number().int().min(1).max(60).default(10),
  /**
   * A workspace at Intercom for a chat, which loads when somebody opens it.
   * @example yourappid
   */
  INTERCOM_APP_ID: z
    .string()
    .regex(/^[a-z0-9]{4,32}$/i, 'is not an app id')
    .optional(),
  /**
   * Where that workspace keeps its data: `US`, `EU`, or `AU`.
   * @example US
   */
  INTERCOM_REGION: z.enum(['US', 'EU', 'AU']).default('US'),
});

export type Config = z.infer<typeof settings>;

let current: Config | undefined;

/** The validated configuration; throws one readable sentence per wrong variable. */
export function config(): Config {
  current ??= readConfig(process.env);
  return current;
}

/** Replaces the configuration, for tests and for the program's own start. */
export function configure(env: Record<string, string | undefined>): Config {
  current = readConfig(env);
  return current;
}

/** Parses an environment; empty strings count as unset. Throws with all that is wrong of it at once. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  const issues = parsed.error?.issues ?? [];
  const wrong = [...new Set(issues.map(({ path }) => String(path[0])))];
  for (const name of wrong) delete given[name];
  // What does not fit together is said beside it, but for what may follow from a setting that is wrong.
  const read = parsed.data ?? settings.parse(given);
  const unfit = whatDoesNotFit(read).filter(
    (one) => !wrong.some((name) => one.split(/\W+/).includes(name)),
  );
  const problems = [
    ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...unfit,
  ];
  if (problems.length > 0) {
    const sentence = `The environment is not usable.\n${problems.join('\n')}`;
    throw Object.assign(new Error(sentence), { name: 'SettingsError' });
  }
  return read;
}

/** What production must never run with, and what would be silently unused. */
function whatDoesNotFit(read: Config): string[] {
  const live = isLive(read);
  const isPublic = live || read.SITE_URL?.startsWith('https:');
  const unnamed = (['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'SUPPORT_EMAIL'] as const).filter(
    (name) => !read[name],
  );
  const found: [boolean, string][] = [
    [
      live && Boolean(read.STRIPE_API_BASE),
      'A live Stripe key is set together with the payment sandbox (STRIPE_API_BASE). Unset one.',
    ],
    [
      live && !read.SITE_URL?.startsWith('https:'),
      'A live Stripe key needs SITE_URL, the public https address payers return to.',
    ],
    [
      live && unnamed.length > 0,
      `A live Stripe key needs ${unnamed.join(', ')}: payers must know whom they pay and where to write.`,
    ],
    [
      Boolean(read.STRIPE_SECRET_KEY) && !read.STRIPE_WEBHOOK_SECRET?.length,
      'STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET: payments could not be confirmed.',
    ],
    [
      Boolean(read.DATABASE_URL && isPublic && !read.AUTH_SECRET),
      'AUTH_SECRET is not set: with DATABASE_URL, every process and every new container needs the same one, or administrators are locked out of their second factors.',
    ],
    [
      Boolean(read.DATABASE_OWNER_URL) && !read.DATABASE_URL,
      'DATABASE_OWNER_URL is set without DATABASE_URL.',
    ],
  ];
  return found.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []));
}

/** Whether the Stripe key in force moves real money. */
export function isLive(read: Config = config()): boolean {
  return /^(sk|rk)_live_/.test(read.STRIPE_SECRET_KEY ?? '');
}

/** Whether the site is for this machine alone: what signs somebody in may be shown on it. */
export function isOwnMachine(): boolean {
  return /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|$)/.test(siteUrl());
}

/** Whether nothing but this machine can open a connection. */
export function listensHereOnly(): boolean {
  return /^(localhost|127\.[\d.]+|::1)$/.test(config().HOST);
}

/**
 * Whether visitors come by a proxy that is not named: this program speaks plain http itself, so that
 * something stands before an https site. All of them then share one address, and its limits.
 */
export function hasUnnamedProxy(read: Config = config()): boolean {
  return read.SITE_URL?.startsWith('https:') === true && read.TRUSTED_PROXIES.length === 0;
}

/** The site's public address, without a trailing slash. */
export function siteUrl(): string {
  const read = config();
  return read.SITE_URL ?? `http://localhost:${read.PORT}`;
}

/** The folder that photos of products lie in. */
export function imagesDir(read: Config = config()): string {
  return `${read.DATA_DIR}/images`;
}

/** Where the site leads outside; what is not set is not shown, and none is invented. */
interface OutsideLinks {
  supportEmail: string | null;
  oneTimeDonationUrl: string | null;
  cryptoWalletAddress: string | null;
  cryptoCheckoutUrl: string | null;
}

/** The outside links in force, for pages to show; server only. */
export function outsideLinks(read: Config = config()): OutsideLinks {
  return {
    supportEmail: read.SUPPORT_EMAIL ?? null,
    oneTimeDonationUrl: read.ONE_TIME_DONATION_URL ?? null,
    cryptoWalletAddress: read.CRYPTO_WALLET_ADDRESS ?? null,
    cryptoCheckoutUrl: read.CRYPTO_CHECKOUT_URL ?? null,
  };
}

/** Who runs this installation, as far as they have said; none is invented. */
export interface Operator {
  name: string | null;
  address: string | null;
  email: string | null;
  legalForm?: string | undefined;
  people?: string | undefined;
  laboratory?: string | undefined;
  taxNote: string;
}

/** The operator in force; server only. */
export function operator(read: Config = config()): Operator {
  return {
    name: read.OPERATOR_NAME || null,
    address: read.OPERATOR_ADDRESS || null,
    email: read.SUPPORT_EMAIL ?? null,
    legalForm: read.OPERATOR_LEGAL_FORM,
    people: read.OPERATOR_PEOPLE,
    laboratory: read.LABORATORY,
    taxNote: read.TAX_NOTE,
  };
}
