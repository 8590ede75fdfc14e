import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFollowing } from './follow.ts';
import { createKeptEmail, EMAIL_KEY } from './kept-email.ts';

const product = { id: 1001, name: 'Oat drink' };
const named = { product_id: 1001, product_name: 'Oat drink' };
const EMAIL = 'a@example.org';

/** A site with the follows of one browser, which can be told to fail or to wait. */
function site(followed: string[] = []) {
  const emails = new Set(followed);
  const asked: string[] = [];
  const failing = new Set<string>();
  let held: Promise<void> | undefined;
  const ask = vi.fn<typeof fetch>(async (input, init) => {
    const url = new URL(String(input), 'https://site.example');
    const method = init?.method ?? 'GET';
    asked.push(method);
    if (method !== 'GET') await held;
    if (failing.has(`${method}!`)) throw new TypeError('no network');
    if (failing.has(method)) return Response.json({ error: 'No.' }, { status: 500 });
    if (method === 'GET') {
      const email = url.searchParams.get('email') ?? '';
      const id = emails.has(email) ? `id-of-${email}` : undefined;
      return Response.json({ follow: id ? { id, product_id: 1001 } : null });
    }
    if (method === 'DELETE') {
      const isOwn = emails.delete(
        decodeURIComponent(url.pathname).replace('/api/follows/id-of-', ''),
      );
      return Response.json({}, { status: isOwn ? 200 : 404 });
    }
    const body = JSON.parse(String(init?.body)) as { product_id: number; email: string };
    emails.add(body.email);
    return Response.json({ id: `id-of-${body.email}`, product_id: body.product_id });
  });
  return {
    ask,
    asked,
    emails,
    fail: (...methods: string[]) => methods.forEach((method) => failing.add(method)),
    mend: () => failing.clear(),
    /** Changes are answered only once the returned function is called. */
    hold(): () => void {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
}

function memory(email?: string) {
  const entries = new Map(email ? [[EMAIL_KEY, email]] : []);
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  };
}

function visit({ email, followed = [] }: { email?: string; followed?: string[] } = {}) {
  const there = site(followed);
  vi.stubGlobal('fetch', there.ask);
  const storage = memory(email);
  const report = vi.fn();
  const kept = createKeptEmail(storage);
  const following = createFollowing({ product, kept, report });
  return { there, storage, report, following, seen: () => following.state() };
}

let debug: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.restoreAllMocks();
  debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
});

describe('arriving', () => {
  it('asks nothing of the site where no address is known', async () => {
    const { following, there, seen } = visit();
    expect(seen().isKnown).toBe(false);
    await following.look();
    expect(seen()).toMatchObject({ email: undefined, isKnown: true, isFollowing: false });
    expect(there.asked).toEqual([]);
  });

  it.each([
    [[], false],
    [[EMAIL], true],
    [['b@example.org'], false],
  ])('under a kept address, with the follows of %j', async (followed, isFollowing) => {
    const { following, seen } = visit({ email: EMAIL, followed });
    const looking = following.look();
    expect(seen()).toMatchObject({ email: EMAIL, isKnown: false });
    await looking;
    expect(seen()).toMatchObject({ isKnown: true, isFollowing });
    expect(seen().said).toBeUndefined();
  });

  it.each(['GET', 'GET!'])(
    'shows a product that cannot be asked about as not followed',
    async (how) => {
      const { following, there, seen } = visit({ email: EMAIL, followed: [EMAIL] });
      there.fail(how);
      await following.look();
      expect(seen()).toMatchObject({ isKnown: true, isFollowing: false });
      expect(debug).toHaveBeenCalledOnce();
    },
  );
});

describe('following', () => {
  it('asks for an address first, keeps it, then follows', async () => {
    const { following, storage, there, report, seen } = visit();
    await following.look();
    await following.press();
    expect(seen()).toMatchObject({ isAsking: true, isFollowing: false });
    expect(there.asked).toEqual([]);
    const release = there.hold();
    const submitting = following.submit(` ${EMAIL} `);
    expect(storage.entries.get(EMAIL_KEY)).toBe(EMAIL);
    expect(seen()).toMatchObject({ isAsking: false, isBusy: true, isFollowing: false });
    release();
    await submitting;
    expect(seen()).toMatchObject({ email: EMAIL, isBusy: false, isFollowing: true });
    expect(seen().said).toBe('followed');
    expect(there.emails).toEqual(new Set([EMAIL]));
    expect(report.mock.calls).toEqual([['Follow Product', named]]);
  });

  it('can be thought better of', async () => {
    const { following, there, seen } = visit();
    await following.look();
    await following.press();
    following.cancel();
    expect(seen()).toMatchObject({ isAsking: false, isFollowing: false });
    expect(there.asked).toEqual([]);
  });

  it.each(['POST', 'POST!'])('stays off where it fails, and is only logged', async (how) => {
    const { following, there, report, seen } = visit({ email: EMAIL });
    await following.look();
    there.fail(how);
    await following.press();
    expect(seen()).toMatchObject({ email: EMAIL, isFollowing: false, isBusy: false });
    expect(seen().said).toBeUndefined();
    expect(report).not.toHaveBeenCalled();
    expect(debug).toHaveBeenCalledOnce();
    there.mend();
    await following.press();
    expect(seen().isFollowing).toBe(true);
  });

  it('is stored once, however often it is pressed', async () => {
    const { following, there } = visit({ email: EMAIL });
    await following.look();
    const release = there.hold();
    const presses = [following.press(), following.press()];
    release();
    await Promise.all(presses);
    expect(there.asked).toEqual(['GET', 'POST']);
  });
});

describe('unfollowing', () => {
  it('is seen at once, then finds the row and deletes it', async () => {
    const { following, there, report, seen } = visit({ email: EMAIL, followed: [EMAIL] });
    await following.look();
    there.asked.length = 0;
    const release = there.hold();
    const pressing = following.press();
    expect(seen()).toMatchObject({ isFollowing: false, isBusy: false, said: 'unfollowed' });
    expect(there.emails.size).toBe(1);
    release();
    await pressing;
    expect(there.asked).toEqual(['GET', 'DELETE']);
    expect(there.emails.size).toBe(0);
    expect(seen().isFollowing).toBe(false);
    expect(report.mock.calls).toEqual([['Unfollow Product', named]]);
  });

  it.each(['GET', 'GET!', 'DELETE', 'DELETE!'])('is taken back where %s fails', async (how) => {
    const { following, there, report, seen } = visit({ email: EMAIL, followed: [EMAIL] });
    await following.look();
    there.fail(how);
    await following.press();
    expect(seen()).toMatchObject({ email: EMAIL, isFollowing: true, said: 'followed' });
    expect(report).not.toHaveBeenCalled();
    expect(debug).toHaveBeenCalledOnce();
  });

  it('has nothing to do where the follow is gone already', async () => {
    const { following, there, report, seen } = visit({ email: EMAIL, followed: [EMAIL] });
    await following.look();
    there.emails.clear();
    await following.press();
    expect(seen().isFollowing).toBe(false);
    expect(there.asked).not.toContain('DELETE');
    expect(report).not.toHaveBeenCalled();
  });

  it('is over before a follow pressed meanwhile is stored', async () => {
    const { following, there, seen } = visit({ email: EMAIL, followed: [EMAIL] });
    await following.look();
    there.asked.length = 0;
    const release = there.hold();
    const presses = [following.press(), following.press()];
    release();
    await Promise.all(presses);
    expect(there.asked).toEqual(['GET', 'DELETE', 'POST']);
    expect(there.emails).toEqual(new Set([EMAIL]));
    expect(seen()).toMatchObject({ isFollowing: true, isBusy: false });
    expect(debug).not.toHaveBeenCalled();
  });

  it('that fails late does not undo what was pressed since', async () => {
    const { following, there, seen } = visit({ email: EMAIL, followed: [EMAIL] });
    await following.look();
    const release = there.hold();
    there.fail('DELETE');
    const pressing = following.press();
    following.changeEmail();
    release();
    await pressing;
    expect(seen()).toMatchObject({ email: undefined, isFollowing: false, isAsking: true });
  });
});

describe('another address', () => {
  it('takes the place of the kept one, whose follow stays', async () => {
    const { following, storage, there, seen } = visit({ email: EMAIL, followed: [EMAIL] });
    await following.look();
    following.changeEmail();
    expect(storage.entries.has(EMAIL_KEY)).toBe(false);
    expect(seen()).toMatchObject({ email: undefined, isFollowing: false, isAsking: true });
    await following.submit('b@example.org');
    expect(seen()).toMatchObject({ email: 'b@example.org', isFollowing: true });
    expect(there.emails).toEqual(new Set([EMAIL, 'b@example.org']));
  });

  it('that another tab kept is looked up; the same one is not', async () => {
    const { following, storage, there, seen } = visit({
      email: EMAIL,
      followed: ['b@example.org'],
    });
    await following.look();
    await following.reread();
    expect(there.asked).toEqual(['GET']);
    storage.entries.set(EMAIL_KEY, 'b@example.org');
    await following.reread();
    expect(seen()).toMatchObject({ email: 'b@example.org', isFollowing: true });
    storage.entries.clear();
    await following.reread();
    expect(seen()).toMatchObject({ email: undefined, isFollowing: false });
  });
});

describe('the kept address', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };

  it.each([
    ['no storage', undefined],
    ['a storage that refuses', { getItem: refuse, setItem: refuse, removeItem: refuse }],
    ['a full storage', { ...memory(), setItem: refuse }],
  ])('is remembered for the page with %s', (_, storage) => {
    const kept = createKeptEmail(storage);
    expect(kept.read()).toBeUndefined();
    kept.keep(EMAIL);
    expect(kept.read()).toBe(EMAIL);
    kept.forget();
    expect(kept.read()).toBeUndefined();
  });

  it.each(['', '   ', 'no address', 'null', `${'a'.repeat(250)}@b.org`])(
    'is none where %j stands',
    (text) => expect(createKeptEmail(memory(text)).read()).toBeUndefined(),
  );
});
