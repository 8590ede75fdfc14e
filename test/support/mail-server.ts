import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as a server took it. */
export interface Delivered {
  to: string[];
  source: string;
}

export interface MailServer {
  url: string;
  delivered: Delivered[];
  close(): Promise<void>;
}

/** A mail server of a test's own, on a free port of the loopback. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    async onData(stream, session, callback) {
      const source = await text(stream);
      delivered.push({ to: session.envelope.rcptTo.map(({ address }) => address), source });
      callback();
    },
    ...options,
  });
  server.on('error', () => {}); // a killed client breaks its connection
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    delivered,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** What a mail server says of a mailbox. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
