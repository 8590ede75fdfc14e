import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, gt, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import type { ActionName } from '#app/admin-log/action-names.ts';
import { db } from '#app/database/db.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { findDesk } from '#app/testing/testing-desk.server.ts';
import { foodMetalLimits } from '#app/toxicology/metals/food-limits.ts';
import { intakeMetalLimits } from '#app/toxicology/metals/intake-limits.ts';
import { adminActions, contributions, refundRequests, refunds } from '#db/schema.ts';
import {
  aDeadMail,
  aFailedRefund,
  aGift,
  aPaymentUnderReview,
  aRefundRequest,
  aReservation,
  refundIn,
} from '#test/support/desk.ts';
import { lookUp } from '#test/support/inbox.ts';
import { productFile, samplesFile } from '#test/support/samples-file.ts';
import { useStory } from '#test/support/story.ts';
import {
  aFundedProduct,
  aRegistration,
  buys,
  goes,
  invoiced,
  isGivenUp,
  TO_CHECKED,
} from '#test/support/testing.ts';
import { runTyped } from '#test/commands/run-typed.ts';
import { wholeUsage } from '#cli/commands/usage.ts';

const story = useStory();
const folder = mkdtempSync(path.join(tmpdir(), 'openassay-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CHANGES_NOTHING = [
  'figures',
  'sensitivity',
  'audit',
  'ledger check',
  'refund requests',
  'refunds',
  'reservations',
  'unmatched list',
  'disputes',
  'doctor',
  'testing',
  'testing show',
  'events',
  'admins',
  'mail',
  'mails',
  'mails returned',
];
/** What a clock or a start does, too, or what changes nothing that anyone sees: nobody decides anything. */
const GOES_BY_ITSELF = ['move', 'reconcile', 'refund-unfunded', 'migrate', 'backup', 'erase-again'];
/** Puts the trail of the backup in the place of this one, and says on the command line what it did. */
const REPLACES_THE_TRAIL = ['restore'];
/** Changes the log's key, brings entries back, or makes a release: an entry of the log itself says so. */
const IS_SEALED = ['log', 'release'];

/** Every command that decides something: what is typed, and the row that it leaves. */
const deciding: Record<string, [row: ActionName, typed: () => Promise<string[]>]> = {
  import: [
    'publish-results',
    async () => {
      const file = path.join(folder, 'results.csv');
      writeFileSync(file, samplesFile({ id: 'by-command' }));
      return [file];
    },
  ],
  'refund contribution': [
    'refund-contribution',
    async () => [(await aGift(story)).share.id, '--reason', 'duplicate', '--note', 'Twice.'],
  ],
  'refund product': [
    'remove-product',
    async () => [String((await aGift(story)).product.id), '--reason', 'removed'],
  ],
  'refund retry': ['retry-refund', async () => [(await aFailedRefund(story)).share.id]],
  'refund paid': [
    'pay-refund-outside',
    async () => {
      const { share } = await aFailedRefund(story);
      return [share.id, '--reference', 'Transfer 4711', '--reason', 'The card is closed.'];
    },
  ],
  'unmatched note': [
    'note-unmatched',
    async () => {
      const { order } = await aPaymentUnderReview(story);
      return [order.paymentIntentId ?? '', '--text', 'Asked the bank.'];
    },
  ],
  'unmatched keep': [
    'keep-unmatched',
    async () => [(await aPaymentUnderReview(story)).order.paymentIntentId ?? ''],
  ],
  'reservations end': [
    'end-reservation',
    async () => [(await aReservation(story)).id, '--reason', 'Held on purpose.'],
  ],
  'refund grant': ['grant-refund', async () => [(await aRefundRequest(story)).request.id]],
  'refund decline': [
    'decline-refund',
    async () => [(await aRefundRequest(story)).request.id, '--note', 'Too late.'],
  ],
  'testing register': [
    'register-test',
    async () => {
      const { product } = await aFundedProduct(story, 100, { isRegistered: false });
      const { variant, pack, laboratory, accreditation, scope, method, shops } = aRegistration();
      const said = { variant, pack, laboratory, accreditation, scope, method, shops };
      const options = Object.entries(said).flatMap(([name, text]) => [`--${name}`, text]);
      return [String(product.id), ...options];
    },
  ],
  'testing begin': [
    'begin-testing',
    async () => [String((await aFundedProduct(story)).product.id)],
  ],
  'testing buy': [
    'buy-sample',
    async () => {
      const { product } = await aFundedProduct(story);
      return [String(product.id), '--shop', 'Corner Shop', '--price', '4.29', '--receipt', 'r.pdf'];
    },
  ],
  'testing step': ['note-test-step', async () => [String((await aTest()).id), '1', 'shipped']],
  'testing cost': [
    'note-test-cost',
    async () => {
      const invoice = ['--amount', '12.00', '--payee', 'The laboratory', '--receipt', 'i.pdf'];
      return [String((await aTest()).id), 'laboratory', ...invoice];
    },
  ],
  'testing correct': [
    'correct-test-step',
    async () => {
      const step = (await findDesk((await aTest()).id)).samples[0]!.steps[0]!;
      return ['step', String(step.id), '--reason', 'misread', '--place', 'Market Hall'];
    },
  ],
  'testing settle': [
    'close-test-books',
    async () => {
      const { id, sample } = await aTest();
      await goes(sample, ...TO_CHECKED);
      await invoiced(id, 5_000);
      await importSamples(productFile({ id: `${id}-1` }), { about: id });
      return [String(id)];
    },
  ],
  'testing end': [
    'end-test',
    async () => {
      const { id, sample } = await aTest();
      await isGivenUp(sample);
      return [String(id), '--reason', 'No laboratory can open it.'];
    },
  ],
  'admins link': [
    'print-sign-in-link',
    async () => {
      await runTyped('admins', 'add', 'locked-out@example.org');
      return ['locked-out@example.org'];
    },
  ],
  'admins add': ['list-administrator', async () => ['new@example.org']],
  'admins remove': [
    'unlist-administrator',
    async () => {
      await runTyped('admins', 'add', 'old@example.org');
      return ['old@example.org'];
    },
  ],
  'mails retry': ['retry-mail', async () => [(await aDeadMail()).id]],
};

async function aTest() {
  const { product } = await aFundedProduct(story);
  return { id: product.id, sample: await buys(product.id) };
}

/** The commands that `openassay help` names, without what they take. */
function commands(): string[] {
  const named = [...wholeUsage().matchAll(/^ {2}([a-z-]+)(?: (\[?[a-z|-]+\]?))?(?= |$)/gm)];
  return named.flatMap(([, name = '', which = '']) => {
    // What is in brackets may be left out.
    if (which === '' || which.startsWith('[')) return [name];
    return COMMANDS_WITH_KINDS.has(name) ? which.split('|').map((one) => `${name} ${one}`) : [name];
  });
}
const COMMANDS_WITH_KINDS = new Set([
  'refund',
  'ledger',
  'reservations',
  'testing',
  'admins',
  'mails',
  'unmatched',
]);

async function newestId(): Promise<number> {
  const { rows } = await db().execute(sql`select coalesce(max(id), 0) as id from admin_actions`);
  return Number(rows[0]!.id);
}

async function rowsSince(seen: number) {
  return db().select().from(adminActions).where(gt(adminActions.id, seen)).orderBy(adminActions.id);
}

describe('every command that decides something', () => {
  it('is among those that are held to the trail here', () => {
    const known = [
      ...Object.keys(deciding),
      ...CHANGES_NOTHING,
      ...GOES_BY_ITSELF,
      ...REPLACES_THE_TRAIL,
      ...IS_SEALED,
    ];
    expect([...new Set(commands())].toSorted()).toEqual(known.toSorted());
  });

  it.each(Object.entries(deciding))('%s leaves its row', async (command, [action, typed]) => {
    const args = await typed();
    const seen = await newestId();
    const { code, sentence } = await runTyped(...command.split(' '), ...args);
    expect([code, sentence]).toEqual([0, expect.any(String)]);
    expect(await rowsSince(seen)).toMatchObject([{ actor: 'command line', action, actorId: null }]);
  });

  it.each([
    ['refund', 'contribution', 'nothing', '--reason', 'requested'],
    ['refund', 'product', '123456', '--reason', 'removed'],
    ['refund', 'retry', 'nothing'],
    ['refund', 'paid', 'nothing', '--reference', 'No. 1', '--reason', 'No card.'],
    ['unmatched', 'note', 'nothing', '--text', 'Asked the bank.'],
    ['unmatched', 'keep', 'nothing'],
    ['refund', 'grant', 'nothing'],
    ['reservations', 'end', 'nothing', '--reason', 'Ours.'],
    ['refund', 'decline', 'nothing', '--note', 'No.'],
    ['mails', 'retry', 'nothing'],
  ])('leaves none where it is refused: %s %s %s', async (...typed) => {
    const seen = await newestId();
    expect((await runTyped(...typed)).code).toBe(1);
    expect(await rowsSince(seen)).toEqual([]);
  });

  it('says that there is no such product where the money of one is to be refunded', async () => {
    const { sentence } = await runTyped('refund', 'product', '99999', '--reason', 'removed');
    expect(sentence).toBe('There is no such product.\n');
  });

  it('leaves none where a file has nothing new', async () => {
    const file = path.join(folder, 'again.csv');
    writeFileSync(file, samplesFile({ id: 'by-command-again', product_id: '798' }));
    expect((await runTyped('import', file, '--confirm')).code).toBe(0);
    const seen = await newestId();
    const again = await runTyped('import', file, '--confirm');
    expect(again).toMatchObject({ code: 0, sentence: expect.stringContaining('nothing new') });
    expect(await rowsSince(seen)).toEqual([]);
  });

  it('goes on with a removed product whose money an interruption has left', async () => {
    const { product, share } = await aGift(story);
    await db().execute(
      sql`update products set removed_at = now(), removed_reason = 'removed' where id = ${product.id}`,
    );
    const seen = await newestId();
    const done = await runTyped('refund', 'product', String(product.id), '--reason', 'removed');
    expect(done).toMatchObject({
      code: 0,
      sentence: expect.stringContaining('Refunding 1 contribution, $40'),
    });
    await refundIn(share.id, 'succeeded');
    expect(await rowsSince(seen)).toEqual([]);
  });
});

describe('words about a contributor', () => {
  const WORDS = 'They wrote from Ada Street 7.';

  it('stand beside the refund, never in the trail, and go when they erase what is stored', async () => {
    const [gift, asked, declined] = [
      await aGift(story),
      await aRefundRequest(story),
      await aRefundRequest(story),
    ];
    const seen = await newestId();
    await runTyped(
      'refund',
      'contribution',
      gift.share.id,
      '--reason',
      'duplicate',
      '--note',
      WORDS,
    );
    await runTyped('refund', 'grant', asked.request.id, '--note', WORDS);
    await runTyped('refund', 'decline', declined.request.id, '--note', WORDS);
    const rows = await rowsSince(seen);
    expect(rows.map(({ after }) => after)).toMatchObject([
      { has_note: true },
      { has_note: true },
      { has_note: true },
    ]);
    expect(JSON.stringify(rows)).not.toContain('Ada Street');
    const notes = async () => [
      (await db().select().from(refunds).where(eq(refunds.id, gift.share.id)))[0]?.note,
      ...(await Promise.all(
        [asked, declined].map(async ({ request: { id } }) => {
          const own = eq(refundRequests.id, id);
          return (await db().select().from(refundRequests).where(own))[0]?.note;
        }),
      )),
    ];
    expect(await notes()).toEqual([WORDS, WORDS, WORDS]);
    for (const { giver } of [gift, asked, declined]) {
      await lookUp(giver);
      const erased = await giver.post('/api/erase-my-data', { email: giver.email });
      expect(erased.status).toBe(200);
    }
    expect(await notes()).toEqual([null, null, null]);
    const left = eq(contributions.emailNormalised, gift.giver.email);
    expect(await db().$count(contributions, left)).toBe(0);
  });
});

it('the doctor says what is not set, and does not call it well', async () => {
  const { sentence: stdout } = await runTyped('doctor');
  expect(stdout).toContain('mail      -    not set: SMTP_URL; emails stay here\n');
  expect(stdout).toContain(
    'backup    -    not looked at: DATABASE_URL is backed up where it runs\n',
  );
  const unseen = [...intakeMetalLimits, ...foodMetalLimits].filter(({ seen }) => seen === 'S');
  expect(unseen.length).toBeGreaterThan(0);
  expect(stdout).toContain(
    `limits    -    limits of metals whose document was not seen: ${unseen.length}\n`,
  );
  expect(stdout).not.toMatch(/^(backup|mail|stripe) +yes$/m);
});
