import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { loadDigestDesk } from './digest-desk.server.ts';
import { drawNews } from './draw-news.server.tsx';
import { recipientsOf, sendDigest, sendDigestByClock, setClock } from './send-digest.server.ts';
import { digestWords } from '#app/emails/digest-news.ts';
import { gatherDigest, loadDigestNews, newsOfTheWeek } from '#app/emails/gather-digest.server.ts';
import { renderMail, sendDueMails } from '#app/emails/send-mails.server.ts';
import { advanceClock, now, resetClock } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { mailboxOf, setStopped } from '#app/mail/mailbox.server.ts';
import { noteReturned } from '#app/mail/returned.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { answerText, rowAnswer } from '#app/results/answers/answer.ts';
import { riskLevelRow, selectTested } from '#app/results/read/risk-levels.server.ts';
import {
  adminActions,
  digestClock,
  digestIssues,
  emailSubscriptions,
  mails,
  products,
  testedProducts,
} from '#db/schema.ts';
import { aSignUp } from '#test/support/topics.ts';
import { allowMadeUpMoney, asOwner, useDatabase } from '#test/support/database.ts';
import {
  aMonthlyGift,
  anOrder,
  aRow,
  aShareOf,
  gift,
  paysMonth,
  addRows,
} from '#test/support/gifts.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { environmentNow } from '#test/support/story.ts';

useDatabase({
  SITE_URL: 'https://assay.example',
  OPERATOR_NAME: 'Assay Foundation',
  OPERATOR_ADDRESS: '1 Main Street, Springfield, IL 62701',
});
allowMadeUpMoney();

const DAY_MS = 86_400_000;
const BY = { actor: 'command line' } as const;
let nextProduct = 900;
let nextPerson = 1;
let nextTest = 0;

beforeEach(async () => {
  resetClock();
  await db().delete(mails);
  await db().delete(digestIssues);
  await db().delete(digestClock);
  await db().delete(emailSubscriptions);
  await db().execute(sql`update products set hidden_at = now() where hidden_at is null`);
  // What earlier tests published is older than the first subscription of this one.
  advanceClock((nextTest += 1) * 400 * DAY_MS);
});
afterAll(resetClock);

/** Somebody who has confirmed a subscription, now or some days ago. */
async function aSubscriber(more: Partial<typeof emailSubscriptions.$inferInsert> = {}) {
  const email = `reader-${nextPerson++}@example.org`;
  const row = { ...aSignUp(email, now()), createdAt: now(), ...more };
  await db().insert(emailSubscriptions).values(row);
  advanceClock(1_000);
  return row.email;
}

/** Publishes results of a product that PlasticList tested, or corrects them. */
async function publishes(id = nextProduct++, amount = '300', reason?: string) {
  const row = { id: `s${id}`, product_id: String(id), product: `Tea ${id}`, DEHP_ng_g: amount };
  const done = await importSamples(samplesFile(row), reason ? { reason } : {});
  if (!done.ok) throw new Error(JSON.stringify(done));
  advanceClock(1_000);
  return id;
}

/** A product whose goal has just been reached. */
async function reachesGoal(more: Partial<typeof products.$inferInsert> = {}) {
  const id = 3000 + nextProduct++;
  const name = `Oats <b>${id}</b>`;
  await addRows(products, {
    id,
    name,
    searchText: 'oats',
    testingStatus: 'Testing in Progress',
    raisedCents: 127_500,
    contributorCount: 3,
    ...more,
  });
  const paid = { amountCents: 127_500, status: 'paid', email: 'giver@example.org', paidAt: now() };
  await aShareOf(await anOrder(paid), { productId: id });
  advanceClock(1_000);
  return { id, name };
}

const queued = () => db().select().from(mails).orderBy(mails.toEmail);

/** The one copy of the last issue that goes to this reader, as it leaves. */
async function copyFor(toEmail: string) {
  const rows = await db().select().from(mails).where(eq(mails.toEmail, toEmail));
  const written = await renderMail(rows.at(-1)!);
  if (!('html' in written)) throw new Error(JSON.stringify(written));
  return { ...written, text: written.text.replaceAll(/\s+/g, ' ') };
}

it('tells a donor what their month completed, and whoever gave to a product of its samples', async () => {
  // The books are written by the database's clock.
  resetClock();
  const [donor, funder] = [await aSubscriber(), await aSubscriber()];
  const product = await aRow(127_500);
  await gift(funder, [product, 2_000]);
  await publishes();
  await paysMonth(await aMonthlyGift(donor), 'closest', 40_500);
  advanceClock(1_000);
  expect(await sendDigest(BY)).toMatchObject({ ok: true });
  expect((await copyFor(donor)).text.replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(`Your \\w+ gift completed the first sample of Product ${product}`),
  );
  expect((await copyFor(funder)).text).toContain(
    `Product ${product} has the money for its first sample.`,
  );
});

describe('the digest', () => {
  it('tells what was published and which goals were reached, as the pages say it, and each once', async () => {
    const reader = await aSubscriber();
    const tea = await publishes();
    const oats = await reachesGoal();
    const [row] = await selectTested(db(), eq(testedProducts.originalId, tea));
    expect(await sendDigest(BY)).toEqual({ ok: true, number: 1, recipients: 1 });
    const { subject, html, text, headers } = await copyFor(reader);
    expect(subject).toBe('OpenAssay: 1 new result and 1 goal reached');
    for (const sentence of [
      `Tea ${tea}`,
      `https://assay.example/plasticlist/${tea}`,
      `Phthalates: ${answerText(rowAnswer(riskLevelRow(row!), 'phthalates'))}`,
      oats.name,
      `https://assay.example/product/${oats.id}`,
      '$1,275 of $1,275, Level 3 · 3rd Test, 3 contributors',
      'Low does not mean safe, and “not detected” does not mean “not there.”',
      'Assay Foundation 1 Main Street, Springfield, IL 62701',
    ]) {
      expect(text).toContain(sentence);
    }
    expect(html).not.toContain('<b>');
    expect(html + text).not.toMatch(/undefined|NaN|\[object/);
    expect(headers).toMatchObject({
      'List-Unsubscribe': expect.stringMatching(
        /^<https:\/\/assay\.example\/email\/preferences\?token=[\w-]{43}&from=digest>$/,
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    advanceClock(7 * DAY_MS);
    expect(await sendDigest(BY)).toEqual({ ok: false, why: 'nothing' });
    // A correction is news of its own, with its reason.
    await publishes(tea, '900', 'The blank was <wrong>.');
    expect(await sendDigest(BY)).toMatchObject({ ok: true, number: 2 });
    const second = await copyFor(reader);
    expect(second.subject).toBe('OpenAssay: 1 correction');
    expect(second.text).toContain('The blank was <wrong>.');
    expect(second.text).not.toContain(oats.name);
  });

  it('tells the same as the home page does of the week', async () => {
    const first = await publishes();
    advanceClock(8 * DAY_MS);
    const reader = await aSubscriber();
    const tea = await publishes();
    await publishes(first, '900', 'A slip.');
    const oats = await reachesGoal();
    const { items } = await gatherDigest(db());
    const week = await newsOfTheWeek();
    expect(week).toEqual(await loadDigestNews(items));
    expect(digestWords(week)).toBe('1 new result, 1 correction and 1 goal reached');
    const html = await drawNews();
    await sendDigest(BY);
    const { text } = await copyFor(reader);
    // Home has room for two of them.
    const shown = html.replaceAll(/<[^>]+>/g, '');
    for (const line of [`Tea ${tea}new result`, `Tea ${first}corrected`, 'and 1 more'])
      expect(shown).toContain(line);
    for (const name of [`Tea ${tea}`, `Tea ${first}`, oats.name]) expect(text).toContain(name);
    advanceClock(8 * DAY_MS);
    expect(digestWords(await newsOfTheWeek())).toBe('');
  });

  it('of results that were corrected within one week tells once, as new ones', async () => {
    await aSubscriber();
    const tea = await publishes();
    await publishes(tea, '900', 'A slip.');
    await sendDigest(BY);
    const [issue] = await db().select().from(digestIssues);
    expect(issue!.items).toEqual([{ kind: 'results', originalId: tea, number: 2, isFirst: true }]);
  });

  it('tells nothing of what the site came with, before anybody had subscribed', async () => {
    await publishes();
    await aSubscriber();
    expect(await sendDigest(BY)).toEqual({ ok: false, why: 'nothing' });
  });

  it('leaves out demonstrations and what was taken off, and tells of what was hidden or not looked at once it is shown', async () => {
    const reader = await aSubscriber();
    const at = now();
    await reachesGoal({ isDemo: true });
    await reachesGoal({ removedAt: at, removedReason: 'removed' });
    const hidden = await reachesGoal({ hiddenAt: at });
    const unseen = await reachesGoal({ unreviewedSince: at });
    expect(await sendDigest(BY)).toEqual({ ok: false, why: 'nothing' });
    const shown = await reachesGoal();
    await sendDigest(BY);
    expect((await copyFor(reader)).text).toContain(shown.name);
    advanceClock(8 * DAY_MS);
    const both = [hidden.id, unseen.id];
    const isShown = { hiddenAt: null, unreviewedSince: null };
    await db().update(products).set(isShown).where(inArray(products.id, both));
    await sendDigest(BY);
    const { text } = await copyFor(reader);
    for (const { name } of [hidden, unseen]) expect(text).toContain(name);
    expect(text).not.toContain(shown.name);
    // Hidden again while copies wait, nothing of them is left to tell.
    await db().update(products).set({ hiddenAt: at }).where(inArray(products.id, both));
    await expect(copyFor(reader)).rejects.toThrow('nothing left to say');
  });

  it('is not sent without a postal address, sooner than after a week, or to nobody', async () => {
    await publishes();
    expect(await sendDigest(BY)).toEqual({ ok: false, why: 'nothing' });
    const reader = await aSubscriber();
    await publishes();
    const { OPERATOR_ADDRESS: address, ...without } = environmentNow();
    configure(without);
    expect(await sendDigest(BY)).toEqual({ ok: false, why: 'no_address' });
    expect((await loadDigestDesk()).hasAddress).toBe(false);
    configure({ ...without, OPERATOR_ADDRESS: address });
    await mailboxOf(reader);
    await setStopped(reader, true);
    expect(await sendDigest(BY)).toEqual({ ok: false, why: 'nobody' });
    await setStopped(reader, false);
    expect((await sendDigest(BY)).ok).toBe(true);
    // Lost before the copies have left, none of them leaves.
    configure(without);
    await expect(copyFor(reader)).rejects.toThrow('OPERATOR_ADDRESS');
    configure({ ...without, OPERATOR_ADDRESS: address });
    await publishes();
    advanceClock(6 * DAY_MS);
    expect(await sendDigest(BY)).toEqual({ ok: false, why: 'too_soon' });
    advanceClock(DAY_MS);
    expect((await sendDigest(BY)).ok).toBe(true);
  });

  it('sends nothing else than what the desk listed', async () => {
    await aSubscriber();
    await publishes();
    const { seen, lines } = await loadDigestDesk();
    expect(lines).toMatchObject([
      { what: 'new result', path: expect.stringMatching(/^\/plasticlist\//) },
    ]);
    await publishes();
    expect(await sendDigest(BY, seen)).toEqual({ ok: false, why: 'overtaken' });
    expect(await queued()).toEqual([]);
    expect((await sendDigest(BY, (await loadDigestDesk()).seen)).ok).toBe(true);
  });
});

describe('whom the digest goes to', () => {
  it('is everybody who confirmed, one copy a person; nobody who stopped, bounced, or confirmed later', async () => {
    const reader = await aSubscriber();
    await aSubscriber({ confirmedAt: null });
    const stopped = await aSubscriber();
    await mailboxOf(stopped);
    await setStopped(stopped, true);
    const gone = await aSubscriber();
    await mailboxOf(gone);
    await noteReturned(db(), { emailNormalised: gone, kind: null, reason: 'no such mailbox' });
    const leaving = await aSubscriber();
    await publishes();
    await sendDigest(BY);
    const late = await aSubscriber();
    expect((await queued()).map(({ toEmail }) => toEmail)).toEqual([reader, leaving].toSorted());
    await db().delete(emailSubscriptions).where(eq(emailSubscriptions.emailNormalised, leaving));
    await sendDueMails();
    const sent = (await queued()).filter(({ sentAt }) => sentAt !== null);
    expect(sent.map(({ toEmail }) => toEmail)).toEqual([reader]);
    expect((await loadDigestDesk()).issues).toMatchObject([
      { number: 1, recipients: 2, sent: 1, waiting: 0, failed: 0, withheld: 1 },
    ]);
    // The next issue goes to whoever is there then.
    advanceClock(7 * DAY_MS);
    await publishes();
    await sendDigest(BY);
    const second = (await queued()).filter(({ dedupeKey }) => dedupeKey.startsWith('digest:2:'));
    expect(second.map(({ toEmail }) => toEmail)).toEqual([reader, late].toSorted());
  });

  it('is nobody twice, where several processes make and send it at once', async () => {
    const readers = [await aSubscriber(), await aSubscriber(), await aSubscriber()];
    await publishes();
    const made = await Promise.all(Array.from({ length: 4 }, () => sendDigest(BY)));
    expect(made.filter(({ ok }) => ok)).toEqual([{ ok: true, number: 1, recipients: 3 }]);
    await Promise.all([sendDueMails(), sendDueMails(), sendDueMails()]);
    const copies = await queued();
    expect(copies.map(({ toEmail }) => toEmail)).toEqual(readers.toSorted());
    expect(copies.map(({ attempts, sentAt }) => [attempts, sentAt !== null])).toEqual(
      copies.map(() => [1, true]),
    );
  });

  it('is everybody once, where a process dies before the issue is whole', async () => {
    const readers = [await aSubscriber(), await aSubscriber()];
    await publishes();
    await asOwner(`
      create function dies() returns trigger language plpgsql as $$ begin raise 'dies'; end $$;
      create trigger dies before insert on admin_actions for each row execute function dies()`);
    await expect(sendDigest(BY)).rejects.toThrow();
    await asOwner('drop trigger dies on admin_actions; drop function dies');
    expect(await queued()).toEqual([]);
    expect(await sendDigest(BY)).toEqual({ ok: true, number: 1, recipients: 2 });
    expect((await queued()).map(({ toEmail }) => toEmail)).toEqual(readers.toSorted());
  });
});

describe('the clock', () => {
  it('sends the digest unless an administrator keeps it to the desk, and stands in the trail', async () => {
    await aSubscriber();
    await publishes();
    expect(await setClock(BY, false)).toBe(true);
    expect(await setClock(BY, false)).toBe(false);
    await sendDigestByClock();
    expect(await queued()).toEqual([]);
    await setClock(BY, true);
    await sendDigestByClock();
    await sendDigestByClock();
    expect(await queued()).toHaveLength((await recipientsOf(db())).length);
    const [last] = await db()
      .select()
      .from(adminActions)
      .where(eq(adminActions.action, 'send-digest'))
      .orderBy(sql`id desc`)
      .limit(1);
    expect(last).toMatchObject({
      actor: 'the clock',
      subject: 'digest 1',
      after: { news: '1 new result', recipients: 1 },
    });
  });
});
