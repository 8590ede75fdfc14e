/** What may be kept of an error: enough to find its cause, and nothing that a person typed. */
interface DescribedError {
  type: string;
  message: string;
  /** SQLSTATE, a Stripe code, or Node's. */
  code?: string;
  constraint?: string;
  requestId?: string;
  statusCode?: number;
  stack?: string;
  cause?: DescribedError;
}

/**
 * Describes an error for the log and the inbox. Failed queries carry every parameter in their
 * message, and PostgreSQL's details carry the row: emails among them. Those are left out.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const { code, constraint, requestId, statusCode } = error as Error & Partial<DescribedError>;
  const message = withoutParameters(error);
  return {
    type: error.constructor.name,
    message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(typeof statusCode === 'number' ? { statusCode } : {}),
    ...(error.stack ? { stack: framesOf(error.stack) } : {}),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}

/** One line of it, for a column: the innermost cause. */
export function errorLine(error: unknown): string {
  let described = describeError(error);
  while (described.cause) described = described.cause;
  return [described.type, described.code, described.message]
    .filter(Boolean)
    .join(': ')
    .slice(0, 500);
}

/** A failed query knows its statement apart from what it was given. */
function withoutParameters(error: Error): string {
  const own =
    'query' in error && 'params' in error ? `Failed query: ${String(error.query)}` : error.message;
  return own.slice(0, 500).replaceAll(ADDRESS, '[address]');
}

/** An email address that PostgreSQL or a mail server quotes; no package's name or path. */
const ADDRESS = /[^\s@<>"'(),;:/]+(?:@|%40)[^\s@<>"'(),;:]+/g;

/** The frames alone: a stack begins with the message. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
