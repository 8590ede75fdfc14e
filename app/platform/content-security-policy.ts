import { createHash } from 'node:crypto';

/**
 * The policy of a rendered page: only our own files, and the inline scripts that carry `nonce`,
 * named by their hashes. Returns the page without the nonce attributes.
 */
export function pagePolicy(html: string, nonce: string): { html: string; policy: string } {
  const hashes: string[] = [];
  const marked = new RegExp(
    `<script((?: [^>]*)?) nonce="${nonce}"([^>]*)>([\\s\\S]*?)</script>`,
    'g',
  );
  for (const [, , , code] of html.matchAll(marked)) {
    if (code) hashes.push(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), policy: policy(hashes) };
}

/** The policy as a header, with the hashes of the inline scripts it admits. */
export function policy(scriptHashes: string[] = []): string {
  return [
    `default-src 'none'`,
    `script-src 'self' ${scriptHashes.join(' ')}`.trim(),
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
