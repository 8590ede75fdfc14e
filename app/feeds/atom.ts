/** One thing that is new, as a feed tells of it (RFC 4287). */
export interface FeedEntry {
  /** Its own address, which also names it for good. */
  address: string;
  title: string;
  summary: string;
  /** ISO 8601, with the time and its zone. */
  updated: string;
}

interface Feed {
  title: string;
  subtitle: string;
  /** The feed's own address, and that of the site, which it is the feed of. */
  address: string;
  siteAddress: string;
  /** Newest first. */
  entries: FeedEntry[];
}

/** What a feed without entries says it was changed: readers ask for a date. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** A feed as an Atom document. What XML cannot carry at all is left out of the text. */
export function atomFeed({ title, subtitle, address, siteAddress, entries }: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <title>${escaped(title)}</title>`,
    `  <subtitle>${escaped(subtitle)}</subtitle>`,
    `  <id>${escaped(siteAddress)}/</id>`,
    `  <link rel="self" type="application/atom+xml" href="${escaped(address)}"/>`,
    `  <link rel="alternate" type="text/html" href="${escaped(siteAddress)}/"/>`,
    `  <updated>${escaped(entries[0]?.updated ?? NEVER)}</updated>`,
    `  <author><name>${escaped(title)}</name></author>`,
    ...entries.map(entryXml),
    '</feed>',
    '',
  ].join('\n');
}

function entryXml({ address, title, summary, updated }: FeedEntry): string {
  return [
    '  <entry>',
    `    <title>${escaped(title)}</title>`,
    `    <id>${escaped(address)}</id>`,
    `    <link rel="alternate" type="text/html" href="${escaped(address)}"/>`,
    `    <updated>${escaped(updated)}</updated>`,
    `    <summary>${escaped(summary)}</summary>`,
    '  </entry>',
  ].join('\n');
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
