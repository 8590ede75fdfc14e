import { and, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { db } from '#app/database/db.server.ts';
import { resultEvidence } from '#db/schema.ts';

/** Where a laboratory's certificate is fetched, beside the revision that it came with. */
export const CERTIFICATE_PATHS = ['pdf', 'webp'].map(
  (type) => `/plasticlist/:id/revisions/:number/certificate.${type}`,
);

/** The address of a revision's certificate, which begins with these bytes. */
export function certificatePath(originalId: number, number: number, begins: Buffer): string {
  return `/plasticlist/${originalId}/revisions/${number}/certificate.${typeOf(begins)}`;
}

function typeOf(content: Buffer): 'pdf' | 'webp' {
  return content.subarray(0, 5).toString('latin1') === '%PDF-' ? 'pdf' : 'webp';
}

/**
 * Answers with a certificate as the laboratory made it, to be kept and not to be opened in place: a
 * PDF may hold scripts.
 */
export async function answerCertificate(c: Context): Promise<Response> {
  const [id, number] = [c.req.param('id') ?? '', c.req.param('number') ?? ''];
  const isAddress = /^\d{1,9}$/.test(id) && /^\d{1,6}$/.test(number);
  const [found] = isAddress
    ? await db()
        .select({ content: resultEvidence.content })
        .from(resultEvidence)
        .where(
          and(
            eq(resultEvidence.originalId, Number(id)),
            eq(resultEvidence.number, Number(number)),
            eq(resultEvidence.kind, 'certificate'),
          ),
        )
    : [];
  if (!found) return c.text('There is no such certificate.', 404);
  const type = typeOf(found.content);
  return c.body(new Uint8Array(found.content), 200, {
    'Content-Type': type === 'pdf' ? 'application/pdf' : 'image/webp',
    'Content-Disposition': `attachment; filename="certificate-${id}-${number}.${type}"`,
    // A published revision never changes.
    'Cache-Control': 'public, max-age=86400, immutable',
  });
}
