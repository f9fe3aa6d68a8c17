/**
 * The one way out to the services; the generated client goes through it too. Same-origin with cookies,
 * ten seconds unless a call says otherwise, and every failure is thrown as a ProblemError: one with
 * status 0 when no answer came.
 */
import { newKey } from './new-key.ts';
import { ProblemError, problemFrom } from './problem.ts';

export const DEFAULT_TIMEOUT = 10_000;

let renewSession: (() => Promise<boolean>) | undefined;

/**
 * What to try when a call is answered 401 because the token ran out while the machine slept. It says
 * whether the session was renewed; then the call is sent once more. The session registers itself here,
 * because this module must not know it.
 */
export function onUnauthorised(renew: () => Promise<boolean>): void {
  renewSession = renew;
}

const asksNotToBeTracked = () => navigator.doNotTrack === '1';

/** By name and not by class: what an iframe's fetch throws is of that window's classes. */
const isNamed = (cause: unknown, name: string) =>
  typeof cause === 'object' && cause !== null && 'name' in cause && cause.name === name;

export function noAnswer(cause: unknown): ProblemError {
  return isNamed(cause, 'TimeoutError')
    ? new ProblemError(0, {
        code: 'timeout',
        title: 'No answer',
        detail: 'The server took too long to answer. Please try again.',
      })
    : new ProblemError(0, {
        code: 'network_error',
        title: 'No connection',
        detail: 'The server could not be reached. Check your connection and try again.',
      });
}

const isUnauthorised = ({ status }: Response) => status === 401;

/**
 * `fetch`, but it throws a ProblemError for every answer outside 2xx and for none at all. `isRefusal`: whether an answer
 * says that nobody is logged in; one outside the 4xx is thrown as a 401.
 */
export function fetchWithin(milliseconds: number, isRefusal = isUnauthorised): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, { credentials: 'same-origin', ...init });
    if (asksNotToBeTracked()) request.headers.set('X-Do-Not-Track', '1');
    const spare = request.clone();
    const send = async (one: Request) => {
      const signal = AbortSignal.any([one.signal, AbortSignal.timeout(milliseconds)]);
      try {
        return await fetch(one, { signal });
      } catch (cause) {
        throw isNamed(cause, 'AbortError') ? cause : noAnswer(cause);
      }
    };
    let response = await send(request);
    // The token endpoints are the renewal itself.
    const canRenew = isRefusal(response) && !new URL(request.url).pathname.startsWith('/auth/tokens');
    if (canRenew && (await renewSession?.())) response = await send(spare);
    if (!response.ok) throw await problemFrom(response, request.url);
    if (isRefusal(response)) {
      throw new ProblemError(
        401,
        {
          code: 'unauthorized',
          detail: 'The server could not tell that you are logged in. Please try again.',
        },
        response.headers,
        request.url,
      );
    }
    return response;
  };
}

export const apiFetch = fetchWithin(DEFAULT_TIMEOUT);

/** Of a process that was ended while it was at it, by itself and by the gateway: it may have done it all the same. */
const ENDED = ['process_stopping', 'service_unreachable'];

/**
 * Sends a call once more where a service was too busy for it, after the seconds of its Retry-After. For calls alone of
 * which any other 503 says that nothing was done.
 */
export function retriedWhenBusy(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const spare = request.clone();
    try {
      return await send(request);
    } catch (error) {
      const isBusy = error instanceof ProblemError && error.status === 503 && !ENDED.includes(error.code);
      const wait = isBusy ? error.retryAfter : undefined;
      if (wait === undefined) throw error;
      await seconds(wait, request.signal);
      return send(spare);
    }
  };
}

/** Rejects with the signal's reason. */
function seconds(count: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, count * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Header that lets a repeated write take effect once; keep the key for the repeat. */
export function idempotencyKey(key: string = newKey()): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': key };
}

/** Header that makes a write fail with 412 when the record has changed since this version. */
export function ifMatch(version: number): { 'If-Match': string } {
  return { 'If-Match': `"${version}"` };
}
