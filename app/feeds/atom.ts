import { xmlText } from '#app/kit/text.ts';

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
    `  <title>${xmlText(title)}</title>`,
    `  <subtitle>${xmlText(subtitle)}</subtitle>`,
    `  <id>${xmlText(siteAddress)}/</id>`,
    `  <link rel="self" type="application/atom+xml" href="${xmlText(address)}"/>`,
    `  <link rel="alternate" type="text/html" href="${xmlText(siteAddress)}/"/>`,
    `  <updated>${xmlText(entries[0]?.updated ?? NEVER)}</updated>`,
    `  <author><name>${xmlText(title)}</name></author>`,
    ...entries.map(entryXml),
    '</feed>',
    '',
  ].join('\n');
}

function entryXml({ address, title, summary, updated }: FeedEntry): string {
  return [
    '  <entry>',
    `    <title>${xmlText(title)}</title>`,
    `    <id>${xmlText(address)}</id>`,
    `    <link rel="alternate" type="text/html" href="${xmlText(address)}"/>`,
    `    <updated>${xmlText(updated)}</updated>`,
    `    <summary>${xmlText(summary)}</summary>`,
    '  </entry>',
  ].join('\n');
}
