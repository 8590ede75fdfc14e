import type { Writable } from 'node:stream';
import { z } from 'zod';
import {
  addAdministrator,
  listAdministrators,
  removeAdministrator,
} from '#app/admin/sign-in/administrators.server.ts';
import { createSignInLink } from '#app/admin/sign-in/sign-in.server.ts';
import { administer } from '#app/admin-log/trail.server.ts';
import { config } from '#app/config.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { printRefusal } from './print.ts';

const BY = { actor: 'command line' } as const;

/**
 * Lists the administrators, puts one on the list or takes one off it, or prints a link that signs one
 * in, for ten minutes and once; undefined for misuse.
 */
export async function runAdmins(
  [command, address, ...rest]: string[],
  out: Writable,
): Promise<number | undefined> {
  if (command === undefined) {
    for (const { email } of await listAdministrators()) out.write(`${email}\n`);
    return 0;
  }
  const email = normaliseEmail(address ?? '');
  if (rest.length > 0 || !z.email().safeParse(email).success) return undefined;
  if (command === 'add') {
    const isNew = await addAdministrator(BY, email);
    out.write(
      isNew ? `${email} is an administrator.\n` : `${email} was already an administrator.\n`,
    );
    return 0;
  }
  if (command === 'link') {
    const link = await createSignInLink(email);
    const subject = `administrator ${email}`;
    if (link) {
      await administer(BY, (_, note) =>
        note({ action: 'print-sign-in-link', subject, before: null, after: null }),
      );
    }
    out.write(link ? `${link}\n` : `${email} is not an administrator.\n`);
    return link ? 0 : 1;
  }
  if (command !== 'remove') return undefined;
  if (!(await removeAdministrator(BY, email)))
    return printRefusal(out, `${email} is not an administrator.`);
  out.write(`${email} is no longer an administrator, and is signed out everywhere.\n`);
  if (config().ADMIN_EMAILS.includes(email)) {
    out.write('ADMIN_EMAILS still names them: the next start puts them on the list again.\n');
  }
  return 0;
}
