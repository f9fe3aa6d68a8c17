/**
 * Calls with JSON there and back, without the generated client: for what runs on visitors' pages, where the client
 * would weigh more than the plugins that need it.
 */
import { apiFetch } from './fetch.ts';

interface Sent {
  body?: unknown;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  keepalive?: boolean;
}

/** The answer's JSON, undefined for 204. Throws ProblemError. */
export async function apiJson<Answer>(
  method: string,
  path: string,
  { body, query = {}, headers, keepalive }: Sent = {},
): Promise<Answer> {
  const url = new URL(path, window.location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const response = await apiFetch(url, {
    method,
    keepalive,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}
