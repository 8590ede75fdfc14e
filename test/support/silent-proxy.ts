import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SilentProxy {
  /** The same address, by way of the proxy. */
  through(url: string): string;
  /** Passes nothing on any more, on none of the connections, and closes none; new ones stay unanswered. */
  fallSilent(): void;
  /** The same of the connections that are open; new ones are answered. */
  loseConnections(): void;
  /** New connections are passed on again. What was silent stays so. */
  speak(): void;
  close(): Promise<void>;
}

/** Stands before the database as the network does, and goes dead as one does: without a word. */
export async function silentProxy(target: () => string): Promise<SilentProxy> {
  const passing = new Set<[Socket, Socket]>();
  const all = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket) => {
    all.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => all.delete(socket));
    return socket;
  };
  const server = createServer((visitor) => {
    keep(visitor);
    if (isSilent) return;
    const { hostname, port } = new URL(target());
    const database = keep(connect(Number(port), hostname));
    const pair: [Socket, Socket] = [visitor, database];
    passing.add(pair);
    visitor.pipe(database).pipe(visitor);
    for (const [one, other] of [pair, [database, visitor] as const]) {
      one.on('close', () => {
        if (passing.delete(pair) || !isSilent) other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const loseConnections = () => {
    for (const [visitor, database] of passing) {
      visitor.unpipe().pause();
      database.unpipe().pause();
    }
    passing.clear();
  };
  return {
    through(url) {
      const own = new URL(url);
      own.searchParams.delete('host');
      own.port = String((server.address() as AddressInfo).port);
      return own.href;
    },
    fallSilent() {
      isSilent = true;
      loseConnections();
    },
    loseConnections,
    speak() {
      isSilent = false;
    },
    close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const socket of all) socket.destroy();
      return closed;
    },
  };
}
