import { expect, it } from 'vitest';
import { problemFrom } from './problem.ts';

const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  problemFrom(new Response(body, { status, headers }));

it('reads a problem with its faults, its extensions and how long to wait', async () => {
  const body = { title: 'Conflict', status: 409, code: 'page_conflict', detail: 'Changed.', requestId: 'r1' };
  const errors = [{ field: 'url', code: 'url_taken', detail: 'Taken.' }];
  const problem = await answer(409, JSON.stringify({ ...body, type: 'urn:x', errors, conflicts: [1] }), {
    'Content-Type': 'application/problem+json',
    'Retry-After': '30',
  });
  expect(problem).toMatchObject({ ...body, errors, extensions: { conflicts: [1] }, retryAfter: 30 });
  expect(problem.message).toBe('Changed.');
});

it('makes do with an answer that is no problem document', async () => {
  const problem = await answer(502, '<h1>Bad gateway</h1>', {
    'Content-Type': 'text/html',
    'X-Request-Id': 'r2',
  });
  expect(problem).toMatchObject({
    status: 502,
    code: 'http_502',
    title: 'Bad Gateway',
    requestId: 'r2',
    errors: [],
  });
  expect(problem.isUnreachable).toBe(true);
});

it.each([
  ['a refusal that says why', 409, { detail: 'Changed.' }, undefined],
  ['a refusal without a word', 403, {}, 'r1'],
  ['a fault of the service', 500, { detail: 'It broke.' }, 'r1'],
  ['a gateway that answers in its place', 502, {}, 'r1'],
])('has a reference to quote for what nobody can put right: %s', async (_, status, body, reference) => {
  const problem = await answer(status, JSON.stringify({ ...body, requestId: 'r1' }), {
    'Content-Type': 'application/problem+json',
  });
  expect(problem.reference).toBe(reference);
});

it.each(['{broken', '"text"', 'null'])('makes do with a broken body: %s', async (body) => {
  const problem = await answer(418, body, { 'Content-Type': 'application/json' });
  expect(problem).toMatchObject({ status: 418, title: 'Unexpected Error', isUnreachable: false });
});
