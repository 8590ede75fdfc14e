import nodemailer, { type Transporter } from 'nodemailer';
import { config, type Config, isLive, outsideLinks, siteUrl } from '#app/config.ts';
import { site } from '#app/site.ts';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /** Where answers go, instead of the site's own address. */
  replyTo?: string;
  /** Beside those that every mail has, such as List-Unsubscribe. */
  headers?: Record<string, string>;
}

/**
 * How the mail server is spoken to: over TLS or not at all, and not for ever, in milliseconds. What
 * the address says after `?` comes before that.
 */
export function smtpOptions({ SMTP_URL: url = '' }: Config = config()) {
  return {
    url,
    pool: true as const,
    maxConnections: CONNECTIONS,
    // A server that hung up meanwhile is called once more.
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    requireTLS: !mayBePlain(url),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  };
}

/** What is said on this machine is read by nobody on the way. */
function mayBePlain(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, searchParams } = new URL(address);
  const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return isLoopback || searchParams.get('requireTLS') === 'false';
}

/** How many one process keeps to the mail server while it has emails to send. */
export const CONNECTIONS = 5;
/** A connection with nothing to send is closed after so long: mail servers take few of one sender. */
const IDLE_MS = 1_000;
/** For the whole of it, below the minute after which another process takes the mail. */
const DEADLINE_MS = 45_000;

let transport: Transporter | undefined;
let madeFor: string | undefined;

/** Whether mail stays here, readable below /dev/mail: no mail server is set, and no money is real. */
export function hasLocalOutbox(): boolean {
  return !config().SMTP_URL && !isLive();
}

/**
 * Hands a mail to the mail server. `id` makes the Message-ID, so that a mail sent twice is seen to
 * be the same. Throws what the server or the network says, after 45 seconds at the latest.
 */
export async function deliver(
  id: string,
  to: string,
  { headers, replyTo = outsideLinks().supportEmail ?? undefined, ...mail }: RenderedMail,
): Promise<void> {
  const options = smtpOptions();
  if (!options.url) throw new Error('SMTP_URL is not set: mail cannot leave.');
  const settings = JSON.stringify(options);
  if (!transport || madeFor !== settings) {
    transport?.close();
    transport = nodemailer.createTransport(options);
    madeFor = settings;
  }
  const late = AbortSignal.timeout(DEADLINE_MS);
  const message = {
    from: sender(),
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    messageId: `<${id}@${new URL(siteUrl()).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
    signal: late,
    ...mail,
  };
  await transport.sendMail(message).catch((error: unknown) => {
    if (!late.aborted) throw error;
    const seconds = DEADLINE_MS / 1_000;
    throw new Error(`The mail server took longer than ${seconds} seconds.`, { cause: error });
  });
}

function sender(): string | { name: string; address: string } {
  const address = `no-reply@${new URL(siteUrl()).hostname}`;
  return config().MAIL_FROM ?? { name: site.name, address };
}
