import { Link } from 'react-router';
import { piecesOf, type ProseBlock, type Piece } from './prose-text.ts';

/** Paragraphs and lists of text that is kept as data. */
export function Prose({ blocks }: { blocks: readonly ProseBlock[] }) {
  return blocks.map((block, index) =>
    typeof block === 'string' ? (
      <p key={index}>
        <Sentence text={block} />
      </p>
    ) : (
      <ul key={index} className="flex list-disc flex-col gap-2 pl-5 marker:text-line-strong">
        {block.map((point) => (
          <li key={point} className="pl-1">
            <Sentence text={point} />
          </li>
        ))}
      </ul>
    ),
  );
}

function Sentence({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) => <Marked key={index} piece={piece} />);
}

function Marked({ piece: { text, to, isCode } }: { piece: Piece }) {
  if (isCode) return <code className="font-mono text-sm text-ink">{text}</code>;
  return to === undefined ? text : <ProseLink to={to} text={text} />;
}

function ProseLink({ to, text }: { to: string; text: string }) {
  if (!/^[a-z]+:/.test(to)) {
    return (
      <Link to={to} className="link">
        {text}
      </Link>
    );
  }
  const isElsewhere = to.startsWith('http');
  return (
    <a href={to} rel={isElsewhere ? 'noopener' : undefined} className="link wrap-anywhere">
      {text}
      {isElsewhere && <span aria-hidden="true">{'\u00a0↗'}</span>}
    </a>
  );
}
