import { Fragment, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import { outsideLinks, siteUrl } from '#app/config.ts';
import type { NamedProduct } from './load-payment.server.ts';
import type { FollowedMail } from './load-product.server.ts';
import { site } from '#app/site.ts';
import { darkPalette, lightPalette } from '#app/ui/palette.ts';

/*
 * Mail programs know no custom properties and few style sheets: colours are written out, with a
 * dark scheme for programs that ask for one.
 */
const { paper, paperRaised, ink, inkSoft, line, accentInk, onAccent } = lightPalette;
const dark = darkPalette;
const sans = 'Inter, Helvetica, Arial, sans-serif';
const serif = 'Georgia, "Times New Roman", serif';
const mono = '"IBM Plex Mono", Menlo, Consolas, monospace';

const DARK = `@media (prefers-color-scheme: dark) {
  .paper { background: ${dark.paper} !important; }
  .sheet { background: ${dark.paperRaised} !important; border-color: ${dark.line} !important; }
  .code { background: ${dark.paper} !important; border-color: ${dark.line} !important; color: ${dark.ink} !important; }
  .ink { color: ${dark.ink} !important; }
  .soft { color: ${dark.inkSoft} !important; }
  .rule { border-color: ${dark.line} !important; }
  .link { color: ${dark.accentInk} !important; }
}`;

/** A letter, as `Letter` draws it. */
export interface LetterText {
  subject: string;
  /** What stands over it; its subject unless given. */
  title?: string;
  /** What a mail program shows beside the subject. */
  preview: string;
  says: readonly Part[];
  /** Small, below everything that the letter says. */
  footer?: readonly Part[];
}

/** What runs within a line. */
export type Phrase = string | { link: string; to: string } | ReactElement | false;
type Words = string | Phrase[];

export const NEW_LINE = <br key="br" />;

/** A part of a letter: words alone are a paragraph. */
export type Part =
  | Words
  | { note: Words }
  | { heading: string }
  | { quote: string }
  /** A code to be typed elsewhere: one word to a double click, wide apart to the eye. */
  | { code: string }
  /** Names on the left, amounts on the right; a total stands out. */
  | { rows: readonly { name: Phrase; note?: string; amount: string; isTotal?: boolean }[] }
  /** The one thing to do. */
  | { action: string; href: string }
  | { group: readonly Part[] }
  | { rule: true }
  | false
  | undefined;

/** A letter in the site's look: a title, what it says, and who sent it. */
export function Letter({
  subject,
  title = subject,
  preview,
  says,
  footer = [],
  isSecond,
  testedFor,
}: LetterText & {
  /** Whether it may have been sent before what was known of it was lost (decision 0094). */
  isSecond: boolean;
  /** What its products are tested for. */
  testedFor: string;
}) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" />
        <title>{title}</title>
        <meta name="color-scheme" content="light dark" />
        <style>{DARK}</style>
      </head>
      <body className="paper" style={{ margin: 0, background: paper }}>
        <Preview text={preview} />
        <Box className="paper" style={{ padding: '24px 12px', background: paper }}>
          <Box className="sheet" style={sheet} table={{ maxWidth: 560 }}>
            <p className="soft" style={label}>
              {site.name}
            </p>
            <h1 className="ink" style={heading}>
              {title}
            </h1>
            <Parts
              of={[isSecond && SECOND, ...says, { rule: true }, ...footer, ...whoSends(testedFor)]}
            />
          </Box>
        </Box>
      </body>
    </html>
  );
}

/** A table of one cell: what every mail program gives a width, a color, and a padding. */
function Box({
  className,
  style,
  table,
  children,
}: {
  className: string;
  style: CSSProperties;
  /** Of the table around the cell. */
  table?: CSSProperties;
  children: ReactNode;
}) {
  return (
    <table
      role="presentation"
      align="center"
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      style={table}
    >
      <tbody>
        <tr>
          <td className={className} style={style}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Read by a mail program's list alone, before what the letter says. */
function Preview({ text }: { text: string }) {
  return (
    <div
      data-skip-in-text="true"
      style={{ display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0 }}
    >
      {text.slice(0, 150)}
    </div>
  );
}

const SECOND = {
  note: 'You may have had this email before. We lost our record of whether it was sent.',
};

function whoSends(testedFor: string): Part[] {
  const { supportEmail } = outsideLinks();
  const what = `${site.name} pools visitors’ contributions to pay independent laboratories to test everyday products for ${testedFor}. `;
  return [
    { note: [what, { link: new URL(siteUrl()).host, to: siteUrl() }] },
    {
      note: supportEmail
        ? [
            'Questions? Reply to this email, or write to ',
            { link: supportEmail, to: `mailto:${supportEmail}` },
            '.',
          ]
        : ['Questions? ', { link: 'Write to us', to: `${siteUrl()}/contact` }],
    },
  ];
}

function Parts({ of }: { of: readonly Part[] }) {
  return of.map((part, at) => part !== undefined && part !== false && <One key={at} part={part} />);
}

function One({ part }: { part: Exclude<Part, false | undefined> }) {
  if (typeof part === 'string' || Array.isArray(part)) {
    return (
      <p className="ink" style={text}>
        <Inlines of={part} />
      </p>
    );
  }
  if ('note' in part) {
    return (
      <p className="soft" style={small}>
        <Inlines of={part.note} />
      </p>
    );
  }
  if ('rows' in part) return <Amounts rows={part.rows} />;
  if ('quote' in part) {
    const lines = part.quote.split(/\n+/).filter((line) => line.trim() !== '');
    return (
      <div className="rule" style={quote}>
        <Parts of={lines} />
      </div>
    );
  }
  if ('heading' in part) {
    return (
      <h2 className="ink" style={{ ...heading, margin: '20px 0 10px', fontSize: 20 }}>
        {part.heading}
      </h2>
    );
  }
  if ('code' in part) {
    return (
      <p className="code" style={code}>
        {part.code}
      </p>
    );
  }
  if ('action' in part) {
    return (
      <div style={{ margin: '20px 0' }}>
        <a href={part.href} target="_blank" style={button}>
          {part.action}
        </a>
      </div>
    );
  }
  if ('rule' in part) return <hr className="rule" style={rule} />;
  return (
    <div>
      <Parts of={part.group} />
    </div>
  );
}

function Inlines({ of }: { of: Words }) {
  return [of].flat().map((one, at) => (
    <Fragment key={at}>
      {typeof one === 'object' && 'link' in one ? (
        <a
          href={one.to}
          target="_blank"
          className="link"
          style={{ color: accentInk, textDecoration: 'underline' }}
        >
          {one.link}
        </a>
      ) : (
        one
      )}
    </Fragment>
  ));
}

/** Why a letter about a product came, and the ways to have no more of them. */
export function whyThis({ product, followed, stopUrl, preferencesUrl }: FollowedMail): Part[] {
  const why = followed
    ? `You get this because you follow ${followed}, which it belongs to.`
    : `You get this because you follow ${product.name} or gave to it.`;
  const stop = `Stop emails about ${followed ?? product.name}`;
  return [{ note: [why, ...stopOrChoose(stop, stopUrl, preferencesUrl)] }];
}

/** The ways to have no more of a kind of letter, and to say which ones to get. */
export function stopOrChoose(stop: string, stopUrl: string, preferencesUrl: string): Phrase[] {
  return [NEW_LINE, { link: stop, to: stopUrl }, NEW_LINE, choose(preferencesUrl)];
}

export const choose = (to: string) => ({ link: 'Choose what you get', to });

/** A product, with the way to its page while it has one. */
export function linked({ name, url }: NamedProduct): Phrase {
  return url ? { link: name, to: url } : name;
}

function Amounts({ rows }: Extract<Part, { rows: unknown }>) {
  return (
    <table
      data-text-format="dataTable"
      width="100%"
      style={{ borderCollapse: 'collapse', margin: '16px 0' }}
    >
      <tbody>
        {rows.map(({ name, note, amount, isTotal }, at) => (
          <tr key={at} style={{ fontWeight: isTotal ? 600 : 400 }}>
            <td className="ink rule" style={{ ...cell, textAlign: 'left' }}>
              <Inlines of={[name]} />
              {note && (
                <div className="soft" style={{ ...small, margin: 0 }}>
                  {note}
                </div>
              )}
            </td>
            <td className="ink rule" style={amountCell}>
              {amount}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const sheet: CSSProperties = {
  padding: '28px 24px',
  background: paperRaised,
  border: `1px solid ${line}`,
};
const text: CSSProperties = {
  margin: '0 0 14px',
  color: ink,
  fontFamily: sans,
  fontSize: 16,
  lineHeight: '25px',
};
const small: CSSProperties = {
  margin: '0 0 10px',
  color: inkSoft,
  fontFamily: sans,
  fontSize: 13,
  lineHeight: '20px',
};
const label: CSSProperties = {
  margin: '0 0 6px',
  color: inkSoft,
  fontFamily: mono,
  fontSize: 12,
  letterSpacing: '0.08em',
  lineHeight: '24px',
  textTransform: 'uppercase',
};
const code: CSSProperties = {
  margin: '4px 0 14px',
  padding: '14px 8px 14px 20px',
  background: paper,
  border: `1px solid ${line}`,
  color: ink,
  fontFamily: mono,
  fontSize: 32,
  fontWeight: 600,
  letterSpacing: '0.25em',
  lineHeight: '40px',
  whiteSpace: 'nowrap',
};
const quote: CSSProperties = {
  margin: '0 0 14px',
  paddingLeft: 16,
  borderLeft: `3px solid ${line}`,
  overflowWrap: 'anywhere',
};
const rule: CSSProperties = { border: 0, borderTop: `1px solid ${line}`, margin: '20px 0' };
const heading: CSSProperties = {
  margin: '0 0 18px',
  color: ink,
  fontFamily: serif,
  fontSize: 26,
  fontWeight: 600,
  lineHeight: '32px',
};
const cell: CSSProperties = {
  padding: '9px 0',
  borderTop: `1px solid ${line}`,
  color: ink,
  fontFamily: sans,
  fontSize: 15,
  lineHeight: '22px',
  verticalAlign: 'top',
  overflowWrap: 'anywhere',
};
const amountCell: CSSProperties = {
  ...cell,
  paddingLeft: 16,
  textAlign: 'right',
  fontFamily: mono,
  whiteSpace: 'nowrap',
  overflowWrap: 'normal',
};
const button: CSSProperties = {
  display: 'inline-block',
  padding: '12px 20px',
  background: accentInk,
  color: onAccent,
  fontFamily: sans,
  fontSize: 16,
  fontWeight: 600,
  textDecoration: 'none',
};
