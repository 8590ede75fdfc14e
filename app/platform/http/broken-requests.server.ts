import type { Duplex } from 'node:stream';
import * as messages from '#app/platform/messages.ts';

const REASONS: Record<string, [status: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', messages.HEADERS_TOO_LARGE],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', messages.REQUEST_TOO_SLOW],
};
const OTHERWISE = ['400 Bad Request', messages.NOT_HTTP] as const;

interface Listening {
  on(event: 'clientError', answer: (error: NodeJS.ErrnoException, socket: Duplex) => void): unknown;
}

/** Says why to whoever sends what Node's parser ends: by itself, it says the status alone. */
export function answerBrokenRequests(server: Listening): void {
  server.on('clientError', (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [status, sentence] = REASONS[error.code ?? ''] ?? OTHERWISE;
    const body = JSON.stringify({ error: sentence });
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}
