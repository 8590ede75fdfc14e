import path from 'node:path';
import { counted, listed } from '#app/kit/text.ts';
import { NOT_PUBLISHABLE, type Unpublishable } from '#app/intake/mark-published.server.ts';
import { controlLine } from '#app/results/answers/control.ts';
import { previewLines } from '#app/intake/preview-lines.ts';
import type { ImportRefusal, ImportResult } from '#app/intake/import-samples.server.ts';
import { previewSamples } from '#app/intake/preview-samples.server.ts';
import { publishFile } from '#app/intake/publish-upload.server.ts';
import type { ProductChange } from '#app/results/samples/product-change.ts';
import { BY_COMMAND, type Streams } from '#cli/commands/command.ts';
import { problemLines, readText } from './text-file.ts';
import { importProgress, printRefusal } from './print.ts';

/** More than this and the reader is better off looking at the site. */
const PRODUCTS_SHOWN = 20;

const UNPUBLISHABLE: Record<Unpublishable, string> = {
  ...NOT_PUBLISHABLE,
  requests_open: 'Refund requests are open. Decide them first (openassay refund requests).',
  unchecked: 'Some of its samples have not been checked (openassay testing show CODE).',
};

/** A file to publish: for one product where a code is given, and what is said of its doubts. */
interface Typed {
  file: string;
  product?: number | undefined;
  preview?: boolean;
  confirm?: boolean;
  reason?: string | undefined;
}

/**
 * Publishes a laboratory's file, or says what that would change, with progress and refusals on `err` and
 * the outcome on `out`. Resolves to the exit code: 0, or 1 with line and reason of every bad row and
 * nothing taken in. What it publishes is written down as the command's doing.
 */
export async function runImport(
  { file, product: about, preview: isPreview, confirm: isConfirmed, reason }: Typed,
  { out, err }: Streams,
): Promise<number> {
  const read = await readText(file);
  if (!read.ok) return printRefusal(err, `${file}: ${read.reason}`);
  if (isPreview) return preview({ file, about }, read.text, { out, err });
  const how = {
    ...(isConfirmed ? {} : { confirmed: [] }),
    ...(about === undefined ? {} : { about }),
    ...(reason === undefined ? {} : { reason }),
    onProgress: importProgress(err),
  };
  const result = await publishFile(BY_COMMAND, path.basename(file), read.text, how);
  if (!result.ok) {
    err.write(refusalText(file, result));
    return 1;
  }
  out.write(outcomeText(result));
  return 0;
}

async function preview(
  { file, about }: { file: string; about: number | undefined },
  text: string,
  { out, err }: Streams,
): Promise<number> {
  const found = await previewSamples(text, about);
  if (!found.ok) {
    err.write(refusalText(file, found));
    return 1;
  }
  out.write(previewText(found.changes, found.told));
  for (const control of found.controls) out.write(`${controlLine(control)}\n`);
  if (found.doubts.length > 0) out.write(`To confirm:\n${doubtLines(found.doubts)}`);
  out.write('Nothing was written.\n');
  for (const refused of found.unpublishable) err.write(unpublishableText(refused));
  return found.unpublishable.length > 0 ? 1 : 0;
}

function outcomeText(result: Extract<ImportResult, { ok: true }>): string {
  const what = `${counted(result.samples, 'sample')} of ${counted(result.products, 'product')}`;
  const corrected = result.changes.filter((change) => change.isCorrection);
  const lines = [
    result.unchanged ? `${what}: nothing new.` : `Imported ${what}.`,
    ...corrected.map((c) => `Product ${c.originalId} is at revision ${c.revision}.`),
    ...result.told.map((id) => {
      const isCorrected = corrected.some(({ originalId }) => originalId === id);
      return isCorrected
        ? `Contributors and followers of product ${id} are told.`
        : `Product ${id} is tested. Contributors and followers are told.`;
    }),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function refusalText(file: string, refusal: ImportRefusal): string {
  switch (refusal.why) {
    case 'file':
      return problemLines(file, refusal.problems);
    case 'no_reason': {
      const { products } = refusal;
      const whose = `${products.length === 1 ? 'product' : 'products'} ${listed(products.map(String))}`;
      return `${file}: other results of ${whose} are already published. Say why they change with --reason TEXT. Use --preview to look first.\n`;
    }
    case 'unconfirmed':
      return `${file}: check each of these, then publish with --confirm:\n${doubtLines(refusal.doubts)}`;
    case 'changed_meanwhile':
      return `${file}: something has been published since the preview. Look again.\n`;
    case 'unpublishable':
      return unpublishableText(refusal);
  }
}

function doubtLines(doubts: readonly string[]): string {
  return doubts.map((text) => `  ${text}\n`).join('');
}

function unpublishableText(refused: { productId: number; because: Unpublishable }): string {
  return `Product ${refused.productId} cannot be published. ${UNPUBLISHABLE[refused.because]}\n`;
}

/** What publishing a file would change, for a person to read; ends in a newline. */
function previewText(changes: readonly ProductChange[], told: ReadonlyMap<number, number>): string {
  const changed = changes.filter((change) => change.revision !== null);
  const same = changes.length - changed.length;
  const lines = changed.slice(0, PRODUCTS_SHOWN).flatMap((change) => {
    const [heading, ...rest] = previewLines(change, told.get(change.originalId));
    return [heading, ...rest.map((line) => `  ${line}`)];
  });
  const more = changed.length - PRODUCTS_SHOWN;
  if (more > 0) lines.push(`and ${counted(more, 'more product')}`);
  if (same > 0) lines.push(`${counted(same, 'product')}: nothing new`);
  return lines.map((line) => `${line}\n`).join('');
}
