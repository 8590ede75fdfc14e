import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { asOwner } from '#test/support/database.ts';
import { aReservation } from '#test/support/desk.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { picture } from '#test/support/pictures.ts';
import { startSiteProcess } from '#test/support/processes.ts';
import { aProduct, processEnvironment, productNow, useStory } from '#test/support/story.ts';
import { control } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

/** A command as the process that it is, which has loaded what it loads itself: what it writes. */
async function runApart(...typed: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', ...processEnvironment(story) };
  const args = ['cli/run.cjs', 'openassay', ...typed];
  return promisify(execFile)(process.execPath, args, { env }).catch((ended) => ended);
}

it('a photo is served by another process too, at once', async () => {
  const one = await anAdministrator(story);
  const { id } = await aProduct('Shared');
  const other = await startSiteProcess(processEnvironment(story));
  // It knows of no photo yet.
  const before = await fetch(`${other.url}/images/${id}.jpg`);
  expect(before.status).toBe(404);
  const bytes = await picture({ colour: '#14c814' });
  const file = { name: 'photo.jpg', bytes, type: 'image/jpeg' };
  await one.upload(`/admin/products/${id}/photo`, { intent: 'upload' }, file);
  const address = (await findProduct(id))?.image_url;
  const response = await fetch(`${other.url}${address}&width=128&format=jpeg`);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toContain('immutable');
  await other.kill();
});

it('a command records a payment that no webhook told of', async () => {
  const { id, sessionId, product, visitor } = await aReservation(story);
  await control(story, 'webhooks', { down: true });
  await visitor.payOnHostedPage(sessionId);
  const { stdout } = await runApart('reservations', 'end', id, '--reason', 'Left.');
  await control(story, 'webhooks', { down: false });
  expect(stdout).toContain('It has been paid, and the payment is recorded.');
  expect(await productNow(product.id)).toMatchObject({ reservedCents: 0, raisedCents: 6_000 });
});

it('a command says why its query failed, without the addresses that were in it', async () => {
  await asOwner('alter table admin_users add constraint full_disk check (false) not valid');
  const { stderr } = await runApart('admins', 'add', 'somebody@example.org');
  await asOwner('alter table admin_users drop constraint full_disk');
  expect(stderr).toMatch(/^openassay: Failed query: insert into .*\n.* violates .*full_disk/m);
  expect(stderr).not.toContain('somebody');
});
