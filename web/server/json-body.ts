import type { IncomingMessage } from 'node:http';
import { type Answer, problem } from './answer.ts';
import { readUpTo } from './read-body.ts';

/** Three sources of a million characters each, as JSON. */
const LARGEST = 8 * 1024 * 1024;

export interface Fault {
  field: string;
  code: string;
  detail: string;
}

/** The object that a request brings, or the answer to one that brings something else. */
export async function readJson(
  request: IncomingMessage,
  requestId: string,
): Promise<{ value: Record<string, unknown> } | { refused: Answer }> {
  const body = await readUpTo(LARGEST, request);
  if (!body) return { refused: problem(413, 'payload_too_large', requestId) };
  try {
    const value = JSON.parse(body.toString());
    if (typeof value === 'object' && value && !Array.isArray(value)) return { value };
  } catch {
    const detail = 'The body is not valid JSON.';
    return { refused: problem(422, 'invalid_json', requestId, { detail }) };
  }
  const detail = 'This has to be an object with named fields.';
  return { refused: invalid([{ field: '', code: 'model_attributes_type', detail }], requestId) };
}

/** 422 with what is wrong in each field, as every service says it. */
export function invalid(errors: readonly Fault[], requestId: string): Answer {
  const detail = 'The request has invalid fields.';
  return problem(422, 'validation_failed', requestId, { detail, errors });
}
