type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

type ErrorDetails = { code?: string; param?: string; decline_code?: string };

/** A refusal in Stripe's own form; the router turns it into `{ error: … }` and its status. */
export class StripeError extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly details: ErrorDetails;

  constructor(status: number, type: ErrorType, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  /** The body of the answer, as Stripe sends it. */
  toBody() {
    const { code } = this.details;
    const docUrl = code && `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
    return {
      error: {
        ...this.details,
        ...(docUrl ? { doc_url: docUrl } : {}),
        message: this.message,
        type: this.type,
      },
    };
  }
}

/** 400 for a parameter that Stripe would refuse. */
export function invalidRequest(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, 'invalid_request_error', message, {
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  });
}

export function missingParam(param: string): StripeError {
  return invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing');
}

/** Two parameters that exclude each other. */
export function onlyOneOf(...params: string[]): StripeError {
  return invalidRequest(`You may only specify one of these parameters: ${params.join(', ')}.`);
}

/** 404 for an unknown id in the path, 400 for an unknown id in a parameter, as Stripe does it. */
export function noSuch(kind: string, id: string, where: { param: string } | 'path'): StripeError {
  const inPath = where === 'path';
  return new StripeError(inPath ? 404 : 400, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param: inPath ? (PATH_PARAMS[kind] ?? 'id') : where.param,
  });
}

const PATH_PARAMS: Record<string, string> = {
  'checkout.session': 'session',
  payment_intent: 'intent',
};

/** 501 for what Stripe has and the sandbox has not; `what` begins the sentence. */
export function notBuilt(what: string, param?: string): StripeError {
  const details = param ? { param } : {};
  return new StripeError(501, 'api_error', `${what} is not built in the sandbox yet.`, details);
}
