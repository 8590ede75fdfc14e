import { mailedToken } from '#test/support/administrator.ts';
import { codeBefore, codeOf } from '#test/support/totp.ts';
import type { Visitor } from '#test/support/visitor.ts';
import { prepared, type Use } from './desk-uses.ts';

/** What anybody may send on the way in that leaves no row. */
export interface Rowless {
  why: string;
  act: (one: Visitor) => Promise<{ status: number }>;
}

const NOBODY_YET =
  'asks for a letter to an address of which nobody has shown yet that it is theirs; whether it is ' +
  'an administrator’s is looked up when the letter is written, and who uses its link leaves a row';

export const rowless: Record<string, Rowless> = {
  'post /api/auth/sign-in/magic-link': {
    why: NOBODY_YET,
    act: (one) => one.post('/api/auth/sign-in/magic-link', { email: one.email }),
  },
  '/login': { why: NOBODY_YET, act: (one) => one.page('/login', { email: one.email }) },
};

/** One successful use of every way in: by a link, or by a code after it. */
export const signInUses: Record<string, Use> = {
  'post /api/auth/magic-link/verify': byLink((one, token) =>
    one.post('/api/auth/magic-link/verify', { token }),
  ),
  '/login/link': byLink((one, token) => one.page('/login/link', { token })),
  'post /api/auth/two-factor/verify-totp': byCode((one, { app: code }) =>
    one.post('/api/auth/two-factor/verify-totp', { code }),
  ),
  'post /api/auth/two-factor/verify-backup-code': byCode((one, { recovery: code }) =>
    one.post('/api/auth/two-factor/verify-backup-code', { code }),
  ),
  '/login/code': byCode((one, { app: code }) => one.page('/login/code', { code })),
};

function byLink(act: (one: Visitor, token: string) => Promise<{ status: number }>): Use {
  return prepared('sign-in', async (one) => {
    const token = await linkOfSignedOut(one);
    return () => act(one, token);
  });
}

/** A link has been used, and a code is waited for. */
function byCode(
  act: (one: Visitor, codes: { app: string; recovery: string }) => Promise<{ status: number }>,
): Use {
  return prepared('sign-in', async (one) => {
    const { body } = await one.post('/api/auth/two-factor/enable', undefined);
    await one.post('/api/auth/two-factor/confirm', { code: await codeBefore(body.totp_uri) });
    const token = await linkOfSignedOut(one);
    const used = await one.post('/api/auth/magic-link/verify', { token });
    if (!used.body.second_factor) throw new Error(JSON.stringify(used.body));
    return () => act(one, { app: codeOf(body.totp_uri), recovery: body.recovery_codes[0]! });
  });
}

/** The second link of somebody who was signed in by a first one and is out again. */
async function linkOfSignedOut(one: Visitor): Promise<string> {
  await one.post('/api/auth/sign-out', {});
  return mailedToken(one);
}
