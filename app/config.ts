import { z } from 'zod';
import { isNetwork } from '#app/platform/network-address.server.ts';

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

/** A line of text that can be read. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `can be at most ${most} characters long`)
    .regex(/^\P{C}*$/u, 'must be one line of text');

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  /** Address to listen on. */
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  /** Public address, as an origin; links in mails, redirects, social tags. */
  SITE_URL: siteAddress.optional(),
  /** Read by `site.ts`, which browsers load, too. */
  SITE_NAME: line(60).optional(),
  SITE_TAGLINE: line(120).optional(),
  DATA_DIR: z.string().default('./data'),
  /** Where photos of products lie; `images` in DATA_DIR by default. */
  IMAGES_DIR: z.string().optional(),
  /** PostgreSQL; without it the program starts its own inside DATA_DIR. */
  DATABASE_URL: z.string().optional(),
  /**
   * The same database by the role that owns its tables: migrations run under it, and nothing else.
   * Where it is not set, DATABASE_URL's role does both, or somebody else migrates.
   */
  DATABASE_OWNER_URL: z.string().optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  STRIPE_SECRET_KEY: z.string().optional(),
  /** One or several signing secrets, comma-separated, while one is being rotated. */
  STRIPE_WEBHOOK_SECRET: list.optional(),
  /** Where the payment sandbox answers, when it is the one that is used. */
  STRIPE_API_BASE: z.url().optional(),
  SANDBOX_PORT: port.optional(),
  /** Reverse proxies whose X-Forwarded-For is believed: addresses and networks, comma-separated. */
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
  /** Where people write to. */
  SUPPORT_EMAIL: z.email().optional(),
  /** Whom people tell of a weakness, in `security.txt`: an email address or one of the web. */
  SECURITY_CONTACT: z
    .union([z.email(), z.url({ protocol: /^https$/ }).regex(/^\S+$/)], {
      error: 'must be an email address or one that begins with https://',
    })
    .optional(),
  /** Who runs the site, and where they can be reached by post: the legal page names them. */
  OPERATOR_NAME: z.string().trim().max(200).optional(),
  OPERATOR_ADDRESS: z.string().trim().max(500).optional(),
  /** Another place for one-time donations than the site's own form. */
  ONE_TIME_DONATION_URL: webAddress.optional(),
  /** Where Ether can be sent, and a checkout that takes crypto. */
  CRYPTO_WALLET_ADDRESS: z
    .string()
    .regex(/^\w{20,120}$/, 'is not a wallet address')
    .optional(),
  CRYPTO_CHECKOUT_URL: webAddress.optional(),
  /** Who administers the site, comma-separated: put on the list at every start. */
  ADMIN_EMAILS: list
    .pipe(z.array(z.email('names something that is no email address').toLowerCase()))
    .default([]),
  /** Whether administrators do nothing before they have set up a second factor. */
  ADMIN_REQUIRE_2FA: flag.default(false),
  /**
   * Signs administrators' cookies and encrypts their second factors: the same for every process.
   * Without it, one is made and kept in DATA_DIR; not for a public site on a DATABASE_URL.
   */
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** smtp:// or smtps:// with user and password; without it mail stays in the local outbox. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }).optional(),
  /** Has mail leave without TLS where the mail server offers none; never needed on this machine. */
  SMTP_ALLOW_PLAIN: flag.default(false),
  /** How long a mail server may say nothing. */
  SMTP_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(40).default(20),
  /** What mails come from; `no-reply@` the site's host by default. */
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      error: 'must be an address, or Name <address>',
    })
    .optional(),
  /** Checkouts begun per network address in ten minutes before each costs a proof of work. */
  CHECKOUTS_PER_ADDRESS: z.coerce.number().int().positive().default(120),
  /** Open checkouts of a network address before each costs a proof of work. */
  RESERVATIONS_PER_ADDRESS: z.coerce.number().int().positive().default(60),
  /** What unfinished checkouts of one address may hold: so many full products, five lines each. */
  SHARES_PER_ADDRESS: z.coerce.number().int().min(2).default(4),
  /** Seconds before a reservation's session expires; Stripe takes 30 minutes to 24 hours. */
  CHECKOUT_SECONDS: z.coerce.number().int().min(1_860).max(86_340).default(1_860),
  /** Folders of posts, comma-separated; files are named as `2025-02-03-its-slug.md`. */
  BLOG_FOLDERS: list.default(['content/blog']),
  /** Opens /metrics to whoever sends it as a bearer token; without one only this machine reads it. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** A project at Amplitude that events go to, instead of the site's own table. */
  AMPLITUDE_API_KEY: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'is not an API key')
    .optional(),
  /** Where that project keeps its data. */
  AMPLITUDE_ZONE: z.enum(['US', 'EU']).default('US'),
  /** A proxy of one's own before Amplitude's ingestion, and before its remote configuration. */
  AMPLITUDE_URL: webAddress.optional(),
  AMPLITUDE_CONFIG_URL: webAddress.optional(),
  /** Seconds for which a browser gathers events before it sends them (spec §9). */
  ANALYTICS_FLUSH_SECONDS: z.coerce.number().int().min(1).max(60).default(10),
  /** The Intercom workspace of the chat; without it there is no chat. */
  INTERCOM_APP_ID: z
    .string()
    .regex(/^[a-z0-9]{4,32}$/i, 'is not an app id')
    .optional(),
  INTERCOM_REGION: z.enum(['US', 'EU', 'AU']).default('US'),
  JOBS: flag.default(true),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});

export type Config = z.infer<typeof schema>;

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

/** Parses an environment; empty strings count as unset. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map(
      (issue) => `${issue.path.join('.')}: ${issue.message}`,
    );
    throw new Error(`The environment is not usable. ${sentences.join('; ')}`);
  }
  refuseDangerousMixes(parsed.data);
  refuseHalfSet(parsed.data);
  return parsed.data;
}

/** design "Money" 12: what production must never run with. */
function refuseDangerousMixes(read: Config): void {
  const live = /^(sk|rk)_live_/.test(read.STRIPE_SECRET_KEY ?? '');
  if (live && read.STRIPE_API_BASE) {
    throw new Error('A live Stripe key is set together with the payment sandbox. Unset one.');
  }
  if (live && !read.SITE_URL?.startsWith('https:')) {
    throw new Error('A live Stripe key needs SITE_URL, the public https address payers return to.');
  }
  if (read.STRIPE_SECRET_KEY && !read.STRIPE_WEBHOOK_SECRET?.length) {
    throw new Error(
      'STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET: payments could not be confirmed.',
    );
  }
  const isPublic = live || read.SITE_URL?.startsWith('https:');
  if (read.DATABASE_URL && isPublic && !read.AUTH_SECRET) {
    throw new Error(
      'AUTH_SECRET is not set: with DATABASE_URL, every process and every new container needs the same one, or administrators are locked out of their second factors.',
    );
  }
}

/** What belongs to something that is not set would be silently unused. */
function refuseHalfSet(read: Config): void {
  if (read.DATABASE_OWNER_URL && !read.DATABASE_URL) {
    throw new Error('DATABASE_OWNER_URL is set without DATABASE_URL.');
  }
  const proxy = read.AMPLITUDE_URL ?? read.AMPLITUDE_CONFIG_URL;
  if (proxy && !read.AMPLITUDE_API_KEY) {
    throw new Error('AMPLITUDE_URL or AMPLITUDE_CONFIG_URL is set without AMPLITUDE_API_KEY.');
  }
}

/** Whether the Stripe key in force moves real money. */
export function isLive(read: Config = config()): boolean {
  return /^(sk|rk)_live_/.test(read.STRIPE_SECRET_KEY ?? '');
}

/** Whether the site is for this machine alone: what opens doors may be shown on it. */
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
  return read.IMAGES_DIR ?? `${read.DATA_DIR}/images`;
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
}

/** The operator in force, for the legal page; server only. */
export function operator(read: Config = config()): Operator {
  return {
    name: read.OPERATOR_NAME || null,
    address: read.OPERATOR_ADDRESS || null,
    email: read.SUPPORT_EMAIL ?? null,
  };
}
