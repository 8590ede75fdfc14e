import fs from 'node:fs';
import { present } from '#app/kit/assert.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

/** A product that no other test looks at. */
const ID = '47';

test('a correction leaves what was published before at its own address', async ({ page, site }) => {
  await steps.open(page, `/plasticlist/${ID}`);
  await expect(page.getByText(/^Published here on \w+ \d+, \d{4}\.$/)).toBeVisible();
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  const row = page.getByRole('row').filter({ has: page.getByText('DEP', { exact: true }) });
  const before = await row.getByRole('cell').first().innerText();

  // DEP has no part in a rating: the tested list stays as other tests expect it.
  site.openassay(
    'import',
    correctedFile('DEP_ng_g', '777.5'),
    '--confirm',
    '--reason',
    'DEP & "co" <again>.',
  );
  await steps.openFresh(page, `/plasticlist/${ID}`);
  await expect(row.getByRole('cell').first()).toHaveText('777.5');
  const history = page.getByRole('region', { name: 'History of these results' });
  await expect(history.getByRole('listitem').first()).toContainText(
    'Corrected: DEP & "co" <again>.',
  );

  await history.getByRole('link', { name: 'Revision 1' }).click();
  await expect(page).toHaveURL(`/plasticlist/${ID}/revisions/1`);
  await expect(page.getByText(/^These are results as published on .+ corrected on /)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(row.getByRole('cell').first()).toHaveText(before);
  await page.getByRole('switch', { name: /^Reference body weight/ }).click();
  await expect(page).toHaveURL(`/plasticlist/${ID}/revisions/1?weight=adult`);
  await expect(page.getByRole('button', { name: 'Share Results' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Current report' }).click();
  await expect(page).toHaveURL(`/plasticlist/${ID}`);
  await expect(row.getByRole('cell').first()).toHaveText('777.5');

  await page.goto(`/plasticlist/00${ID}/revisions/2`);
  await expect(page).toHaveURL(`/plasticlist/${ID}`);
});

/** The product's published samples with another value of one column in the first of them. */
function correctedFile(column: string, value: string): string {
  const text = fs.readFileSync('db/data/plasticlist/samples.tsv', 'utf8');
  const [header = [], ...rows] = text.split(/\r?\n/).map((line) => line.split('\t'));
  const own = rows.filter((cells) => cells[header.indexOf('product_id')] === ID);
  const inOrder = own.toSorted((a, b) => Number(a[0]) - Number(b[0]));
  const first = present(inOrder[0], `a sample of product ${ID}`);
  first[header.indexOf(column)] = value;
  const file = test.info().outputPath('corrected.tsv');
  fs.writeFileSync(file, [header, ...inOrder].map((cells) => `${cells.join('\t')}\n`).join(''));
  return file;
}
