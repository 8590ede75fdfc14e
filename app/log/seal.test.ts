import { asc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { db, inTransaction } from '#app/database/db.server.ts';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import { logLeaves, logSalts } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';
import { canonicalJson } from './canonical-json.ts';
import { formNamed, forms } from './forms.ts';
import { LeafError } from './read-leaf.ts';
import { forgetSalted, leafHash, saltedHash, seal } from './seal.server.ts';

useDatabase();

const ended = (reason: string) =>
  inTransaction((tx) => seal(tx, 'ended', { product: 1001, day: '2026-01-02', reason }));
const leaves = () => db().select().from(logLeaves).orderBy(asc(logLeaves.index));

describe('sealing', () => {
  it('gives every act the next index, at once or rolled back', async () => {
    const failed = inTransaction(async (tx) => {
      await seal(tx, 'ended', { product: 1, day: '2026-01-02', reason: 'gone' });
      throw new Error('rolled back');
    });
    const all = await Promise.allSettled([
      failed,
      ...Array.from({ length: 8 }, (_, at) => ended(`act ${at}`)),
    ]);
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const rows = await leaves();
    expect(rows.map(({ tree, index }) => [tree, index])).toEqual(
      Array.from({ length: 8 }, (_, at) => [1, at]),
    );
    expect(rows.every(({ leaf, hash }) => leafHash(leaf).equals(hash))).toBe(true);
    expect(rows[0]).toMatchObject({ form: 'ended', productId: 1001 });
  });

  it('dates no entry before the one before it, whatever the clock says', async () => {
    const dates = async () => {
      const rows = await leaves();
      return rows.map(({ leaf }) => (JSON.parse(leaf) as { at: string }).at);
    };
    await ended('before');
    const last = (await dates()).at(-1)!;
    advanceClock(-86_400_000);
    await ended('a day earlier');
    await ended('a day earlier, again');
    const later = (ms: number) => new Date(Date.parse(last) + ms).toISOString();
    expect((await dates()).slice(-2)).toEqual([later(1), later(2)]);
    resetClock();
    await ended('after');
    expect(await dates()).toEqual((await dates()).toSorted());
  });

  it('writes canonical JSON that names its form, and no email that a reason holds', async () => {
    const index = await ended('Ask <jane@doe.example>, or “b@c.de”.');
    const [row] = await db().select().from(logLeaves).where(eq(logLeaves.index, index));
    const stated = JSON.parse(row!.leaf);
    expect(stated).toMatchObject({
      form: 'openassay/ended/1',
      reason: 'Ask <[address]>, or “[address]”.',
    });
    expect(canonicalJson(stated)).toBe(row!.leaf);
    expect(row!.leaf).toMatch(/^\{"at":"\d{4}-[^"]+Z","day":"2026-01-02","form":/);
  });

  it.each([
    ['a form that is unknown', 'opinion', { product: 1 }],
    ['a field that is unknown', 'ended', { product: 1, day: '2026-01-02', reason: '', who: 'me' }],
    ['no day', 'ended', { product: 1, day: 'yesterday', reason: '' }],
    ['too many words', 'ended', { product: 1, day: '2026-01-02', reason: 'x'.repeat(70_000) }],
  ])('refuses %s', async (_, form, body) => {
    await expect(inTransaction((tx) => seal(tx, form as 'ended', body as never))).rejects.toThrow(
      LeafError,
    );
  });

  it('holds what may have to be erased by a hash whose salt can go', async () => {
    const [a, b] = await inTransaction(async (tx) => [
      await saltedHash(tx, 'the same'),
      await saltedHash(tx, 'the same'),
    ]);
    expect(a).toMatch(/^[\da-f]{64}$/);
    expect(a).not.toBe(b);
    await inTransaction((tx) => forgetSalted(tx, a));
    expect((await db().select().from(logSalts)).map(({ hash }) => hash)).toEqual([b]);
  });
});

describe('forms', () => {
  it('are known by name and version', () => {
    expect(formNamed('openassay/ended/1')).toBe('ended');
    expect(formNamed('openassay/ended/2')).toBeUndefined();
    expect(formNamed('openassay/ended/0')).toBeUndefined();
    expect(formNamed('openassay/toString/1')).toBeUndefined();
    expect(Object.keys(forms)).toContain('imported-product');
  });
});

describe('canonical JSON', () => {
  // The example of RFC 8785, section 3.2.2 and 3.2.3.
  it('is what RFC 8785 says', () => {
    const given = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(given)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    expect(canonicalJson({ '\ufb33': 1, '\u{1f600}': 2, '€': 3, '\r': 4, '1': 5 })).toBe(
      '{"\\r":4,"1":5,"€":3,"\u{1f600}":2,"\ufb33":1}',
    );
  });

  it('has no word for what JSON cannot say', () => {
    expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
    expect(() => canonicalJson('\ud800')).toThrow(TypeError);
  });
});
