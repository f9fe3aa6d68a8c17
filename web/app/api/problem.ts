/** An RFC 9457 problem as the services send it, and as the screens catch it. */

export interface FieldFault {
  /** Path of the field as it was sent: `emailAddress`, `actions.3.nodeId`. */
  field: string;
  code: string;
  detail: string;
}

interface ProblemBody {
  title?: string;
  status?: number;
  code?: string;
  detail?: string;
  requestId?: string;
  errors?: FieldFault[];
  [extension: string]: unknown;
}

/** Titles of the error catalogue, for answers that bring none of their own. */
const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Page Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

export class ProblemError extends Error {
  /** HTTP status; 0 when there was no answer at all. */
  readonly status: number;
  /** Stable and made for programs: `page_conflict`, `network_error`, `timeout`. */
  readonly code: string;
  readonly title: string;
  readonly detail: string | undefined;
  readonly errors: FieldFault[];
  readonly requestId: string | undefined;
  /** Everything else in the body: a conflict's `conflicts` and `current`. */
  readonly extensions: Record<string, unknown>;
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | undefined;
  /** What the address that was asked begins with: `ecom`, `cms`. */
  readonly area: string | undefined;

  constructor(status: number, body: ProblemBody, headers?: Headers, address?: string) {
    const { title, code, detail, requestId, errors, status: _, type: __, instance: ___, ...rest } = body;
    const shown = title ?? TITLES[status] ?? 'Unexpected Error';
    super(detail ?? shown);
    this.name = 'ProblemError';
    this.status = status;
    this.title = shown;
    this.code = code ?? `http_${status}`;
    this.detail = detail;
    this.errors = errors ?? [];
    this.requestId = requestId ?? headers?.get('x-request-id') ?? undefined;
    this.extensions = rest;
    const wait = Number(headers?.get('retry-after'));
    this.retryAfter = wait > 0 ? wait : undefined;
    this.area = address && new URL(address).pathname.split('/')[1];
  }

  /**
   * The request id to quote to the operator, of a fault that the user cannot put right. A refusal that says
   * what is wrong has none.
   */
  get reference(): string | undefined {
    const isExplained = this.status >= 400 && this.status < 500 && this.detail !== undefined;
    return isExplained ? undefined : this.requestId;
  }

  /** True when nothing came back or a gateway answered in the service's place. */
  get isUnreachable(): boolean {
    return [0, 502, 503, 504].includes(this.status);
  }
}

/** The same problem with what a form says of its fields instead. */
export function withErrors(problem: ProblemError, errors: FieldFault[]): ProblemError {
  const { status, code, title, detail, requestId } = problem;
  return new ProblemError(status, { code, title, detail, requestId, errors });
}

/** Whether what was to be written has been changed since it was read. */
export const isStale = (error: unknown): boolean =>
  error instanceof ProblemError && [409, 412].includes(error.status);

/**
 * Whether what was asked for may have been done although it failed: no answer came, or a gateway gave one in the service's
 * place. What is no ProblemError is an answer that broke off.
 */
export const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ProblemError) || [0, 502, 504].includes(error.status);

/** Reads a failed answer, whatever its body is. `address` is what was asked. */
export async function problemFrom(response: Response, address?: string): Promise<ProblemError> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body: unknown = isJson ? await response.json().catch(() => null) : null;
  const fields = typeof body === 'object' && body !== null ? { ...body } : {};
  return new ProblemError(response.status, fields, response.headers, address);
}

/** Whether something was looked for that is not there any more, and not merely out of reach. */
export const isMissing = (error: unknown): boolean => error instanceof ProblemError && error.status === 404;
