/** Sending a body with progress, which `fetch` does not tell. */
import { ProblemError, problemFrom } from '../../api/problem.ts';

export interface Sending {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: XMLHttpRequestBodyInit;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
}

export type Transport = (sending: Sending) => Promise<Response>;

/** Milliseconds without a byte on its way after which the connection counts as lost: a cut cable says nothing by itself. */
const SILENT = 90_000;

/** Whether the caller that started the upload aborted it. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** The answer; ProblemError for one outside 2xx, with status 0 for none at all, and AbortError where it was ended. */
export const send: Transport = ({ method, url, headers, body, signal, onProgress }) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const ended = () => reject(new DOMException('The upload was ended.', 'AbortError'));
    if (signal.aborted) return ended();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    let isSilent = false;
    const giveUp = () => {
      isSilent = true;
      request.abort();
    };
    let clock = setTimeout(giveUp, SILENT);
    request.upload.onprogress = (event) => {
      clearTimeout(clock);
      // With its last byte sent, the server may take its time.
      if (event.loaded < event.total) clock = setTimeout(giveUp, SILENT);
      onProgress(event.loaded);
    };
    request.onloadend = () => clearTimeout(clock);
    request.onload = () => {
      const response = answerOf(request);
      if (response.ok) resolve(response);
      else void problemFrom(response).then(reject);
    };
    request.onerror = () => reject(noConnection());
    request.onabort = () => (isSilent ? reject(noConnection()) : ended());
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name = '', ...value] = line.split(': ');
    if (name) headers.append(name, value.join(': '));
  }
  return new Response(request.status === 204 ? null : request.responseText, {
    status: request.status,
    headers,
  });
}

const noConnection = () =>
  new ProblemError(0, {
    code: 'network_error',
    title: 'No connection',
    detail: 'The server could not be reached. Check your connection and try again.',
  });
