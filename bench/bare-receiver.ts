import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The yardstick for webhooks: reads what is posted and says yes. It prints its address and ends with its parent. */
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"received":true}');
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.stdin.resume().on('end', () => process.exit(0));
