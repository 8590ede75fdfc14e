import { createHmac } from 'node:crypto';
import { authSecret } from '#app/platform/auth-secret.server.ts';

/** What is kept of a recovery code, and asked for in its place: an HMAC under AUTH_SECRET. */
export function recoveryCodeHash(code: string): string {
  const hmac = createHmac('sha256', authSecret()).update(`recovery-code:${code.trim()}`);
  return `hmac:${hmac.digest('base64url')}`;
}

/**
 * How better-auth stores its list of recovery codes, JSON both ways: it never reads one again. Those
 * that are left after one was used come back as they were kept; a code itself has no colon.
 */
export const hashedCodes = {
  async encrypt(json: string): Promise<string> {
    const codes = JSON.parse(json) as string[];
    return JSON.stringify(codes.map((one) => (one.includes(':') ? one : recoveryCodeHash(one))));
  },
  decrypt: async (stored: string): Promise<string> => stored,
};
