import type { Writable } from 'node:stream';
import {
  addAdministrator,
  listAdministrators,
  removeAdministrator,
} from '#app/admin/sign-in/administrators.server.ts';
import { createSignInLink } from '#app/admin/sign-in/sign-in.server.ts';
import { administer } from '#app/admin-log/trail.server.ts';
import { config } from '#app/config.ts';
import { BY_COMMAND } from '#cli/commands/command.ts';
import { printDone, printRefusal } from './print.ts';

export async function printAdmins(out: Writable): Promise<number> {
  for (const { email } of await listAdministrators()) out.write(`${email}\n`);
  return 0;
}

/** Puts somebody on the list of administrators, or takes them off it. */
export async function changeAdmins(
  change: 'add' | 'remove',
  email: string,
  out: Writable,
): Promise<number> {
  if (change === 'add') {
    const isNew = await addAdministrator(BY_COMMAND, email);
    return printDone(out, `${email} ${isNew ? 'is' : 'was already'} an administrator.`);
  }
  if (!(await removeAdministrator(BY_COMMAND, email)))
    return printRefusal(out, `${email} is not an administrator.`);
  out.write(`${email} is no longer an administrator, and is signed out everywhere.\n`);
  if (config().ADMIN_EMAILS.includes(email)) {
    out.write('ADMIN_EMAILS still names them: the next start puts them on the list again.\n');
  }
  return 0;
}

/** Prints a link that signs an administrator in, for ten minutes and once. */
export async function printSignInLink(email: string, out: Writable): Promise<number> {
  const link = await createSignInLink(email);
  if (!link) return printRefusal(out, `${email} is not an administrator.`);
  const subject = `administrator ${email}`;
  await administer(BY_COMMAND, (_, note) => note({ action: 'print-sign-in-link', subject }));
  return printDone(out, link);
}
