import { startMailServer } from '#test/support/mail-server.ts';

/** A mail server of its own, which prints its address, takes everything and ends with its parent. */
const server = await startMailServer({
  onData: (stream, _session, callback) => {
    stream.resume().once('end', () => callback());
  },
});
console.log(`ready ${server.url}`);
process.stdin.resume().on('end', () => process.exit(0));
