import { createHmac } from 'node:crypto';
import { authSecret } from '#app/platform/auth-secret.server.ts';

/** How a hash is told from a code, which has nothing but letters, digits and a hyphen. */
const MARK = 'hmac:';

/** What is kept of a recovery code, and asked for in its place: an HMAC under AUTH_SECRET. */
export function recoveryCodeHash(code: string): string {
  const text = `recovery-code:${code.trim()}`;
  return MARK + createHmac('sha256', authSecret()).update(text).digest('base64url');
}

/**
 * How better-auth stores its list of recovery codes, JSON both ways: it never reads one again. Those
 * that are left after one was used come back as they were kept.
 */
export const hashedCodes = {
  encrypt: async (json: string): Promise<string> => {
    const codes = JSON.parse(json) as string[];
    const stored = codes.map((code) => (code.startsWith(MARK) ? code : recoveryCodeHash(code)));
    return JSON.stringify(stored);
  },
  decrypt: async (stored: string): Promise<string> => stored,
};
