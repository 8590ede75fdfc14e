import { createHash } from 'node:crypto';
import http from 'node:http';
import { deflateSync } from 'node:zlib';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { fileText } from '#app/intake/file-text.server.ts';
import { RESULTS_FILE_BYTES } from '#app/intake/result-upload.ts';
import { pruneUploads } from '#app/intake/result-uploads.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import {
  adminActions,
  emailSubscriptions,
  labSamples,
  logLeaves,
  resultEvidence,
  resultRevisions,
  resultUploads,
} from '#db/schema.ts';
import { aFollow } from '#test/support/topics.ts';
import { changeProduct, rowsWhere, addRows } from '#test/support/gifts.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import {
  aRefundRequest,
  confirmedIn,
  hiddenIn,
  textOf,
  publishSeen as publish,
  seePreview,
  typedFor,
  upload,
} from '#test/support/desk.ts';
import { queuedFor, received } from '#test/support/inbox.ts';
import { picture } from '#test/support/pictures.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { aFundedProduct, buys, goes } from '#test/support/testing.ts';
import { wideFile } from '#test/support/lab-file.ts';
import { productFile, samplesFile } from '#test/support/samples-file.ts';
import { aWorkbook, rowsOf } from '#test/support/workbook.ts';
import { eventually, shows, says, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

const TO_CHECKED = ['shipped', 'at-lab', 'results-in', 'checked'] as const;

const story = useStory({}, uncompiledPages);

let nextNumber = 700;
let nextSample = 1;
const aSample = () => `upload-${nextSample++}`;

const looked = (one: Visitor, file: string, product = '') => seePreview(story, one, file, product);

const actsOf = async (one: Visitor) =>
  (await db().select().from(adminActions).where(eq(adminActions.actor, one.email)))
    .filter(({ action }) => action.endsWith('-results'))
    .map(({ action, subject, after }) => ({ action, subject, after }));

const revisionsOf = (id: number) =>
  db().select().from(resultRevisions).where(eq(resultRevisions.originalId, id));

describe('a laboratory’s file', () => {
  it('is looked at, published just so, and corrected with a reason', async () => {
    const product_id = String(nextNumber++);
    const [id, one] = [aSample(), await anAdministrator(story)];
    const file = samplesFile({ id, product_id, DEHP_ng_g: '100' });
    const first = await looked(one, file);
    expect(first.shown).toContain(`Product ${product_id}, Tap Water: revision 1, first results`);
    expect(first.shown).toContain('1 sample added');
    expect(first.shown).toContain('DEHP: nothing → 100 ng/g');
    expect(await revisionsOf(Number(product_id))).toEqual([]);
    const done = await publish(one, first);
    expect(done).toMatchObject(shows(200, 'Published results of 1 product.'));
    const [revision] = await revisionsOf(Number(product_id));
    expect(revision).toMatchObject({ number: 1, reason: null });
    expect(revision?.fileSha256).toBe(hiddenIn(first.body, 'sha256'));
    // The upload is gone with its publication.
    expect((await publish(one, first)).shown).toContain('That upload no longer exists');

    const corrected = await looked(one, file.replace('\t100\t', '\t900\t'));
    expect(corrected.shown).toContain('a correction, needs a reason');
    expect(corrected.shown).toContain(`sample ${id}, DEHP_ng_g: 100 → 900`);
    const silent = await publish(one, corrected, { reason: ' ' });
    expect(silent).toMatchObject(shows(400, 'This changes published results. Say why'));
    const reason = 'The laboratory had mistaken the unit.';
    expect((await publish(one, corrected, { reason })).status).toBe(200);
    expect(await revisionsOf(Number(product_id))).toMatchObject([
      { number: 1 },
      { number: 2, reason },
    ]);
    expect(await actsOf(one)).toMatchObject([
      { action: 'upload-results', after: { fileName: 'results.csv', aboutProductId: null } },
      {
        action: 'publish-results',
        subject: `results file ${revision?.fileSha256}`,
        after: { samples: 1, products: [{ product: Number(product_id), revision: 1 }], told: [] },
      },
      { action: 'upload-results' },
      { action: 'publish-results', after: { reason } },
    ]);
  });

  it('cannot be published while something stands in its way, and says what', async () => {
    const { product } = await aRefundRequest(story);
    const one = await anAdministrator(story);
    const { id } = product;
    const seen = await looked(one, productFile({ id: aSample(), DEHP_ng_g: '5' }), String(id));
    expect(seen.shown).toContain(`Product ${id} cannot be published. It is not fully funded.`);
    expect(seen.body).not.toContain('value="publish"');
    const forced = await one.page('/admin/results', {
      intent: 'publish',
      upload: hiddenIn(seen.body, 'upload'),
      sha256: (await db().select().from(resultUploads)).at(-1)!.sha256,
      fingerprint: 'x',
    });
    expect(forced.status).toBe(409);
    expect(await revisionsOf(id)).toEqual([]);
  });

  it('is complained about line by line, all of it, and nothing of it is taken in', async () => {
    const one = await anAdministrator(story);
    const good = { product_id: String(nextNumber++) };
    const rows = Array.from({ length: 600 }, (_, at) => ({
      ...good,
      id: aSample(),
      DEHP_ng_g: `soup ${at}`,
    }));
    const { shown, path, body } = await looked(one, samplesFile(...rows));
    expect(shown).toContain('600 complaints');
    expect(shown).toContain('line 2 ');
    expect(shown).toContain('line 501 ');
    expect(shown).not.toContain('line 502 ');
    expect(body).not.toContain('value="publish"');
    const rest = textOf((await one.page(`${path}&from=500`)).body);
    expect(rest).toContain('line 502 ');
    expect(rest).toContain('line 601 ');
    expect(rest).not.toContain('The next of');
  });

  it('is not published where something else was meanwhile, or where it is another', async () => {
    const product_id = String(nextNumber++);
    const [id, one, other] = [
      aSample(),
      await anAdministrator(story),
      await anAdministrator(story),
    ];
    const mine = await looked(one, samplesFile({ id, product_id, DEHP_ng_g: '1' }));
    const theirs = await looked(other, samplesFile({ id, product_id, DEHP_ng_g: '2' }));
    const swapped = { upload: hiddenIn(theirs.body, 'upload') };
    expect(await publish(one, mine, swapped)).toMatchObject(
      shows(409, 'That is not the file you previewed.'),
    );
    expect((await publish(other, theirs)).status).toBe(200);
    expect(await publish(one, mine)).toMatchObject(
      shows(409, 'Something has been published since the preview.'),
    );
    expect(await revisionsOf(Number(product_id))).toHaveLength(1);
    expect((await actsOf(one)).map(({ action }) => action)).toEqual(['upload-results']);
  });

  it('is kept for a day', async () => {
    const one = await anAdministrator(story);
    const seen = await looked(one, samplesFile({ id: aSample(), product_id: '699' }));
    const id = hiddenIn(seen.body, 'upload');
    const old = new Date(now().getTime() - 86_400_000 - 1_000);
    await db().update(resultUploads).set({ uploadedAt: old }).where(eq(resultUploads.id, id));
    expect((await publish(one, seen)).status).toBe(404);
    expect(textOf((await one.page(seen.path)).body)).toContain('is more than a day old');
    await pruneUploads();
    expect(await db().$count(resultUploads, eq(resultUploads.id, id))).toBe(0);
  });

  it('can be discarded', async () => {
    const one = await anAdministrator(story);
    const seen = await looked(one, samplesFile({ id: aSample(), product_id: '699' }));
    const form = { intent: 'discard', upload: hiddenIn(seen.body, 'upload') };
    expect((await one.page('/admin/results', form)).status).toBe(303);
    expect((await one.page('/admin/results', form)).status).toBe(404);
  });
});

/** A funded product with so many checked samples, of lots L-1, L-2 and so on. */
async function aCheckedProduct(samples = 3): Promise<number> {
  const { product } = await aFundedProduct(story);
  for (let number = 1; number <= samples; number += 1) {
    await goes(await buys(product.id, { lot: `L-${number}` }), ...TO_CHECKED);
  }
  return product.id;
}

/** What a preview asks to be confirmed that says this. */
const asks = (body: string, what: RegExp) => confirmedIn(body).filter((key) => what.test(key));

describe('controls are not samples', () => {
  const three = (id: number) => [
    { id: `${id}-1`, DEHP_ng_g: '41.5' },
    { id: `${id}-2`, DEHP_ng_g: '38' },
    { id: `${id}-3`, DEHP_ng_g: '40' },
  ];
  const withControls = (id: number) =>
    wideFile(
      { sample: `${id}-1`, DEHP: '41.5' },
      { sample: `${id}-2`, DEHP: '38' },
      { sample: `${id}-3`, DEHP: '40' },
      { sample: `MB ${id}`, type: 'blank' },
      { sample: `${id}-1 MS`, type: 'spike', of: `${id}-1`, DEHP: '95%' },
      { sample: `${id}-2 DUP`, type: 'duplicate', of: `${id}-2`, DEHP: '39' },
    );

  it('a blank, a spike and a duplicate are set aside, kept, and shown with the report', async () => {
    const [id, one] = [await aCheckedProduct(), await anAdministrator(story)];
    const seen = await looked(one, withControls(id), String(id));
    expect(seen.shown).toContain(`Blank MB ${id}: nothing above its limit`);
    expect(seen.shown).toContain('3 samples added');
    expect((await publish(one, seen)).status).toBe(200);
    const report = await one.get(`/api/plasticlist/${id}`);
    expect(report.body.samples.map((sample: { id: string }) => sample.id)).toEqual([
      `${id}-1`,
      `${id}-2`,
      `${id}-3`,
    ]);
    const page = textOf((await one.page(`/plasticlist/${id}`)).body);
    expect(page).toContain(`Blank MB ${id}: nothing above its limit`);
    expect(page).toContain(`Duplicate ${id}-2 DUP of ${id}-2: DEHP 39 ng/g`);
    const [act] = (await actsOf(one)).filter(({ action }) => action === 'publish-results');
    expect(act?.after).toMatchObject({ samples: 3, confirmed: expect.any(Array) });
  });

  it('more samples than the desk has checked are refused, and what is odd is said all the same', async () => {
    const [id, one] = [await aCheckedProduct(2), await anAdministrator(story)];
    const rows = [...three(id).slice(0, 2), { id: `${id}-2 dup`, DEHP_ng_g: '0' }];
    const seen = await looked(one, productFile(...rows), String(id));
    expect(seen.shown).toContain('results for more samples than have been checked');
    expect(seen.shown).toContain(`DEHP of ${id}-2 dup is a bare 0`);
    expect(seen.shown).toContain(
      `${id}-2 dup is named like a control and is published as a sample`,
    );
    expect(seen.body).not.toContain('value="publish"');
  });

  it('what the desk knows fills what the file leaves out; a day that contradicts it is refused', async () => {
    const [id, one] = [await aCheckedProduct(), await anAdministrator(story)];
    const wrong = productFile(...three(id)).replaceAll('lot_no', 'collected_on');
    const contradicted = await looked(
      one,
      wrong.replaceAll(/,,,?\n/g, ',2001-01-01,,\n'),
      String(id),
    );
    expect(contradicted.shown).toContain('is "2001-01-01" in the file, and');
    const lots = productFile(...three(id).map((row) => ({ ...row, lot_no: 'L-9' })));
    const odd = await looked(one, lots, String(id));
    expect(asks(odd.body, /the lot is "L-9" in the file, and "L-\d" at the desk/)).toHaveLength(3);
    const seen = await looked(one, productFile(...three(id)), String(id));
    expect((await publish(one, seen)).status).toBe(200);
    const page = textOf((await one.page(`/plasticlist/${id}`)).body);
    expect(page).toContain('L-1, L-2, L-3');
  });

  it('the laboratory’s own ids are matched in order, to be confirmed', async () => {
    const [id, one] = [await aCheckedProduct(), await anAdministrator(story)];
    const own = three(id).map((row, at) => ({ ...row, id: `${id}/X${at}` }));
    const seen = await looked(one, productFile(...own), String(id));
    expect(asks(seen.body, /matched in order: .*X0 is sample 1 \(lot L-1/)).toHaveLength(1);
    expect((await publish(one, seen)).status).toBe(200);
    const stored = await db().select().from(labSamples).where(eq(labSamples.testedProductId, id));
    expect(stored.map(({ sampleId, lot }) => [sampleId, lot]).toSorted()).toEqual([
      [`${id}/X0`, 'L-1'],
      [`${id}/X1`, 'L-2'],
      [`${id}/X2`, 'L-3'],
    ]);
  });
});

describe('results are typed again from the laboratory’s paper', () => {
  it('and a slip in one of them publishes nothing, and keeps what was typed', async () => {
    const [id, one] = [await aCheckedProduct(), await anAdministrator(story)];
    const rows = [1, 2, 3].map((number) => ({ sample: `${id}-${number}`, unit: 'mg/kg' }));
    const seen = await looked(one, wideFile(...rows), String(id));
    const upload = hiddenIn(seen.body, 'upload');
    const typed = await typedFor(upload);
    const [first = '', ...others] = Object.keys(typed);
    expect(others).toHaveLength(17);
    expect(new Set(Object.values(typed))).toEqual(new Set(['<10'])); // as the paper has it
    const slipped = await publish(one, seen, { [first]: '<100' });
    expect(slipped).toMatchObject(shows(409, 'What you typed differs from the file: '));
    expect(slipped.body).toContain('value="&lt;100"');
    expect(await revisionsOf(id)).toEqual([]);
    expect((await publish(one, seen, { [first]: ' <10.0 ' })).status).toBe(200);
  });
});

describe('looking twice before publishing', () => {
  it('each line is confirmed, or nothing is published', async () => {
    const [id, one] = [await aCheckedProduct(), await anAdministrator(story)];
    const rows = [
      { sample: `${id}-1`, type: 'sample', DEHP: '41.5', BPA: '0' },
      { sample: `${id}-2`, type: 'sample', DEHP: '4150', BPA: '<0.5' },
      { sample: `${id}-3`, type: 'sample', DEHP: '40', BPA: '0.2' },
      { sample: 'Blank 1', type: 'blank', DEHP: '14', BPA: '<0.5' },
    ];
    const seen = await looked(one, wideFile(...rows), String(id));
    for (const odd of [
      /DEHP of .*-2 \(4150\) is 104 times that of .*-3 \(40\)/,
      /BPA of .*-1 is a bare 0/,
      /BPA of .*-3 \(0\.2\) is below the smallest limit of its column \(0\.5\)/,
      /The blank Blank 1 is not blank: DEHP 14 ng\/g/,
      /names the laboratory/,
      /names the method/,
    ]) {
      expect(asks(seen.body, odd), String(odd)).toHaveLength(1);
    }
    const [, ...allButOne] = confirmedIn(seen.body);
    const refused = await publish(one, seen, { confirm: allButOne });
    expect(refused).toMatchObject(shows(400, 'Check each line that asks to be confirmed'));
    expect(await revisionsOf(id)).toEqual([]);
    expect((await publish(one, seen)).status).toBe(200);
  });

  it('a slipped unit and a larger limit of a correction are marked', async () => {
    const [id, one] = [await aCheckedProduct(1), await anAdministrator(story)];
    const file = (DEHP_ng_g: string, limit: string) =>
      productFile({ id: `${id}-1`, DEHP_ng_g, BBP_ng_g: limit, DEP_ng_g: limit });
    await publish(one, await looked(one, file('4150', '<5'), String(id)));
    const slipped = await looked(one, file('4.15', '<60'), String(id));
    expect(asks(slipped.body, /DEHP is 4\.15 ng\/g, and 4150 ng\/g is published/)).toHaveLength(1);
    expect(asks(slipped.body, /limits/)).toEqual([
      `These limits are unusually high: BBP of product ${id} (60, and 5 in what is published); DEP of product ${id} (60, and 5 in what is published).`,
    ]);
  });
});

describe('a correction reaches who was told', () => {
  it('of a level once, by email and on top of the report for 90 days; of notes not at all', async () => {
    const { product, giver } = await aFundedProduct(story);
    const { id } = product;
    const one = await anAdministrator(story);
    const follower = `hears-of-${id}@example.org`;
    await changeProduct(id, { servingSizeG: 240 });
    await addRows(
      emailSubscriptions,
      [follower, giver.email].map((email) => aFollow(`product:${id}`, email)),
    );
    const file = (DEHP_ng_g: string, collection_notes = '') =>
      productFile({ id: `${id}-1`, DEHP_ng_g, BPA_ng_g: '<0.00001', collection_notes });
    const first = await looked(one, file('5'), String(id));
    expect(first.shown).toContain('2 people will be emailed');
    await publish(one, first);

    const wrong = await looked(one, file('9000'), String(id));
    expect(wrong.shown).toContain('2 people will be emailed');
    expect(asks(wrong.body, /Phthalates were published as Low and become High/)).toHaveLength(1);
    const reason = 'The laboratory had swapped two samples';
    expect((await publish(one, wrong, { reason })).shown).toContain(`followers of ${id} are told`);
    for (const email of [follower, giver.email]) {
      const { subject, text, headers } = await received(email, 'results-corrected');
      expect(subject).toMatch(/^Corrected results: /);
      expect(text.replaceAll(/\s+/g, ' ')).toMatch(
        /What was wrong: The laboratory had swapped two samples\. Phthalates Before: Low, .* Now: High, .* Bisphenols Still: /,
      );
      expect(text).toContain(`/plasticlist/${id}/revisions/1`);
      expect(headers?.['List-Unsubscribe']).toContain(`from=product-${id}`);
    }
    expect((await looked(one, file('9000'), String(id))).shown).toContain('already published');
    const noted = await looked(one, file('9000', 'Bought on sale.'), String(id));
    expect(noted.shown).not.toContain('will be emailed');
    expect((await publish(one, noted, { reason: 'Where it was bought.' })).status).toBe(200);
    expect(await revisionsOf(id)).toHaveLength(3);
    for (const email of [follower, giver.email]) {
      expect(await queuedFor(email, 'results-corrected')).toHaveLength(1);
    }

    const notice =
      /Corrected on \w+ \d+, \d{4}: The laboratory had swapped two samples\. Phthalates were Low and are High \(above the European limit\) now\./;
    const { body } = await one.page(`/plasticlist/${id}`);
    expect(textOf(body)).toMatch(notice);
    expect(body).toContain(`href="/plasticlist/${id}/revisions/1"`);
    story.advance(90 * 86_400);
    // A page is behind by a second at most.
    const later = await eventually(
      async () => textOf((await one.page(`/plasticlist/${id}`)).body),
      (text) => !notice.test(text),
    );
    story.advance(-90 * 86_400);
    expect(later).not.toMatch(notice);
    expect(later).toContain('Corrected: The laboratory had swapped two samples');
  });
});

describe('the laboratory’s file', () => {
  it('is kept with its certificate beside what it published', async () => {
    const [id, one] = [await aCheckedProduct(2), await anAdministrator(story)];
    const rows = [1, 2].map((number) => ({ sample: `${id}-${number}`, unit: 'mg/kg' }));
    const bytes = new Uint8Array(aWorkbook({ rows: rowsOf(wideFile(...rows)) }));
    const pdf = new File(['%PDF-1.4 certificate'], 'COA 117.pdf', { type: 'application/pdf' });
    const { headers } = await upload(story, one, bytes, { product: String(id), certificate: pdf });
    const path = headers.get('location') ?? '';
    const { body } = await one.page(path);
    expect(textOf(body)).toContain('Certificate: COA 117.pdf');
    expect((await publish(one, { path, body })).status).toBe(200);
    const page = await one.page(`/plasticlist/${id}`);
    const link = `/plasticlist/${id}/revisions/1/certificate.pdf`;
    expect(page.body).toContain(`href="${link}"`);
    const file = await fetch(story.url + link);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(await file.text()).toBe('%PDF-1.4 certificate');
    expect((await fetch(`${story.url}/plasticlist/${id}/revisions/2/certificate.pdf`)).status).toBe(
      404,
    );
    const [evidence] = await rowsWhere(
      resultEvidence,
      and(eq(resultEvidence.originalId, id), eq(resultEvidence.kind, 'file')),
    );
    expect(new Uint8Array(evidence?.content ?? [])).toEqual(bytes);
    const desk = `/api/testing/${id}/laboratory-file/1`;
    const stored = await fetch(story.url + desk, { headers: { Cookie: one.cookie } });
    expect(stored.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''results.csv",
    );
    expect(new Uint8Array(await stored.arrayBuffer())).toEqual(bytes);
    expect((await new Visitor(story).get(desk)).status).toBe(401);
    expect((await one.get(`/api/testing/${id}/laboratory-file/2`)).status).toBe(404);
    const fake = new File(['<html>'], 'coa.pdf', { type: 'application/pdf' });
    const refused = await upload(story, one, bytes, { product: String(id), certificate: fake });
    expect(refused.status).toBe(415);
  });

  it('a template of the product’s samples is read back as it stands', async () => {
    const [id, one] = [await aCheckedProduct(2), await anAdministrator(story)];
    const { body } = await one.get(`/api/testing/${id}/results-template`);
    const [header = '', ...lines] = String(body).trim().split('\r\n');
    expect(lines.map((line) => line.split(',').slice(0, 4))).toEqual([
      [`${id}-1`, 'sample', '', 'L-1'],
      [`${id}-2`, 'sample', '', 'L-2'],
    ]);
    const columns = header.split(',');
    const stated: Record<string, string> = {
      unit: 'ng/g',
      limit_kind: 'LOQ',
      basis: 'as received',
    };
    const filled = lines.map((line) =>
      line
        .split(',')
        .map(
          (cell, at) =>
            cell || (at >= columns.indexOf('DEHP') ? '<5' : (stated[columns[at] ?? ''] ?? '')),
        )
        .join(','),
    );
    const seen = await looked(one, [header, ...filled].join('\r\n'), String(id));
    expect(seen.shown).toContain('2 samples added');
    const path = `/api/testing/${id}/results-template`;
    const stored = await fetch(`${story.url}${path}.xlsx`, { headers: { Cookie: one.cookie } });
    expect(stored.headers.get('content-disposition')).toContain(`"results-${id}.xlsx"`);
    const text = String(body).replaceAll(',', '\t').replaceAll('\r', '');
    expect(fileText(await stored.bytes())).toEqual({ ok: true, text });
    const without = await looked(one, String(body), '');
    expect(without.shown).toContain('1 complaint');
    expect(without.shown).toContain('no result is filled in');
    for (const form of [path, `${path}.xlsx`])
      expect((await new Visitor(story).get(form)).status).toBe(401);
  });
});

describe('what is no such file', () => {
  const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  const UTF16 = new Uint8Array(Buffer.from('\uFEFFid\tproduct_id', 'utf16le'));
  const LATIN1 = new Uint8Array(Buffer.from('id;Käse', 'latin1'));

  it.each([
    ['a picture', PNG, 415, 'The file is a picture: type its results into the template'],
    ['text in UTF-16', UTF16, 415, 'The file is text in UTF-16: save it as CSV in UTF-8'],
    ['text in Latin-1', LATIN1, 415, 'is neither UTF-8 text nor an .xlsx workbook'],
    [
      'an archive',
      new Uint8Array(Buffer.from('PK\u0003\u0004')),
      415,
      'The file cannot be read, or holds too much',
    ],
    ['text with a zero byte', 'id\0product', 415, 'is neither UTF-8 text nor an .xlsx workbook'],
    ['an empty file', '', 400, 'The file is empty.'],
  ] as const)('%s is refused, and nothing kept', async (_, content, status, sentence) => {
    const one = await anAdministrator(story);
    const before = await db().$count(resultUploads);
    const refused = await upload(story, one, content as string);
    expect(refused.status).toBe(status);
    expect(textOf(refused.body)).toContain(sentence);
    expect(await db().$count(resultUploads)).toBe(before);
    expect(await actsOf(one)).toEqual([]);
  });

  it('a page with a script is text with a complaint', async () => {
    const one = await anAdministrator(story);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>\n';
    const { shown, body } = await looked(one, svg);
    expect(shown).toContain('What is wrong with it');
    expect(body).not.toContain('<script>alert');
  });

  it('where none was chosen is asked for, and so is a certificate that is empty', async () => {
    const one = await anAdministrator(story);
    const outcome = async (...[content, fields, name]: [string, Record<string, File>, string?]) =>
      textOf((await upload(story, one, content, fields, name)).body);
    expect(await outcome('', {}, '')).toContain('Choose a file.');
    const certificate = new File([], 'certificate.pdf');
    const file = samplesFile({ id: aSample() });
    expect(await outcome(file, { certificate })).toContain(
      'The certificate is neither a PDF nor a picture',
    );
  });

  it('comes with a certificate that is a photo, and with none in which something runs', async () => {
    const [id, one] = [await aCheckedProduct(1), await anAdministrator(story)];
    const bytes = new Uint8Array(
      aWorkbook({ rows: rowsOf(wideFile({ sample: `${id}-1`, unit: 'mg/kg' })) }),
    );
    const part = deflateSync('<< /S /#4aavaScript >>').toString('latin1');
    const active = [
      '%PDF-1.4 << /OpenAction 3 0 R >>',
      '%PDF-1.4 << /S /J#61vaScript >>',
      `%PDF-1.5 << /Type /ObjStm /Filter /FlateDecode >> stream\n${part}\nendstream`,
      '%PDF-1.5 << /Type /ObjStm >> stream\nnothing that inflates\nendstream',
    ];
    for (const text of active) {
      const certificate = new File([Buffer.from(text, 'latin1')], 'coa.pdf');
      const refused = await upload(story, one, bytes, { product: String(id), certificate });
      expect([text, refused.status]).toEqual([text, 415]);
      expect(textOf(refused.body)).toContain('Print it anew');
    }
    const certificate = new File([new Uint8Array(await picture())], 'coa.jpg');
    const { headers } = await upload(story, one, bytes, { product: String(id), certificate });
    const path = headers.get('location') ?? '';
    const { body } = await one.page(path);
    expect((await publish(one, { path, body })).status).toBe(200);
    const link = `/plasticlist/${id}/revisions/1/certificate.webp`;
    expect((await one.page(`/plasticlist/${id}`)).body).toContain(`href="${link}"`);
    const served = await fetch(story.url + link);
    expect(served.headers.get('content-type')).toBe('image/webp');
    const sha256 = createHash('sha256')
      .update(await served.bytes())
      .digest('hex');
    const leaves = await db().select().from(logLeaves).where(eq(logLeaves.productId, id));
    const papers = leaves.filter(({ form }) => /file|certificate/.test(form));
    expect(papers.map(({ form, leaf }) => [form, JSON.parse(leaf).sha256])).toEqual([
      ['laboratory-file', createHash('sha256').update(bytes).digest('hex')],
      ['certificate', sha256],
    ]);
  });

  it('is refused with the product’s code still in the form, right or wrong', async () => {
    const one = await anAdministrator(story);
    const certificate = new File(['no pdf'], 'certificate.pdf');
    const wrong: [string, Record<string, File>][] = [
      ['2001', { certificate }],
      ['20x01', {}],
    ];
    for (const [product, more] of wrong) {
      const file = samplesFile({ id: aSample() });
      const refused = await upload(story, one, file, { product, ...more });
      expect([400, 415]).toContain(refused.status);
      expect(refused.body).toContain(`value="${product}"`);
    }
  });

  it('a product that is none is refused', async () => {
    const one = await anAdministrator(story);
    const refused = await upload(story, one, samplesFile({ id: aSample() }), { product: 'soup' });
    expect(refused.status).toBe(400);
    expect(textOf(refused.body)).toContain('A product code is a whole number');
  });

  it('formulas stay text, in the preview and in what is published', async () => {
    const product_id = String(nextNumber++);
    const one = await anAdministrator(story);
    const id = aSample();
    const collection_notes = '=HYPERLINK("https://elsewhere.example","soap")';
    const seen = await looked(
      one,
      samplesFile({ id, product_id, collection_notes, lot_no: '@SUM(A1)' }),
    );
    expect((await publish(one, seen)).status).toBe(200);
    const [sample] = await db().select().from(labSamples).where(eq(labSamples.sampleId, id));
    expect(sample).toMatchObject({ lot: '@SUM(A1)' });
    const [revision] = await revisionsOf(Number(product_id));
    expect(revision?.rows).toContain(collection_notes);
  });
});

describe('more than 2 MB', () => {
  it('is refused in a sentence, a little more by the page, much more at the door', async () => {
    const one = await anAdministrator(story);
    const little = await upload(story, one, 'x'.repeat(RESULTS_FILE_BYTES + 1));
    expect(little.status).toBe(413);
    expect(textOf(little.body)).toContain('The file is larger than 2 MB.');
    const much = await upload(story, one, 'x'.repeat(RESULTS_FILE_BYTES + 100_000));
    expect(much.status).toBe(413);
    expect(much.headers.get('content-type')).toContain('text/html');
    // No other form may send as much.
    const elsewhere = await one.page('/admin/people', { sought: 'x'.repeat(70_000) });
    expect(elsewhere).toMatchObject(says(413, '<!DOCTYPE html>'));
  });

  it('that come without end are cut off: a gigabyte is not read', async () => {
    const one = await anAdministrator(story);
    const { status, sentBytes } = await pour(one, 1_024 ** 3);
    expect(status).toBe(413);
    expect(sentBytes).toBeLessThan(32 * 1_024 ** 2);
    expect((await one.page('/admin/results')).status).toBe(200);
  });

  it('are not read at all from whoever is not signed in', async () => {
    const { status, sentBytes } = await pour(new Visitor(story), 1_024 ** 3);
    expect(status).toBe(303);
    expect(sentBytes).toBeLessThan(32 * 1_024 ** 2);
  });
});

/** Sends so many bytes of a form without saying how many, until it is told to stop. */
function pour(as: Visitor, bytes: number): Promise<{ status: number; sentBytes: number }> {
  const chunk = Buffer.alloc(65_536, 'x');
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="r.csv"\r\nContent-Type: text/csv\r\n\r\n';
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    const request = http.request(`${story.url}/admin/results`, {
      method: 'POST',
      headers: {
        'Content-Type': 'multipart/form-data; boundary=b',
        'Transfer-Encoding': 'chunked',
        'X-Forwarded-For': as.address,
        ...(as.cookie ? { Cookie: as.cookie } : {}),
      },
    });
    let status = 0;
    request.on('response', (response) => {
      status = response.statusCode ?? 0;
      response.resume();
    });
    request.on('error', (error) => (status ? resolve({ status, sentBytes }) : reject(error)));
    request.on('close', () => {
      resolve({ status, sentBytes });
    });
    const write = () => {
      while (!request.destroyed && sentBytes < bytes) {
        sentBytes += chunk.length;
        if (!request.write(chunk)) return void request.once('drain', write);
      }
      if (!request.destroyed) request.end();
    };
    request.write(head);
    write();
  });
}
