import { describe, expect, it } from 'vitest';
import { type Chosen, inBatches, MOST_AT_ONCE } from './in-batches.ts';
import { ProblemError } from './problem.ts';

const many = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`);
const chosen: Chosen = { files: many('f', MOST_AT_ONCE + 1), folders: many('d', 1) };

/** Answers each call by what is there for it. */
function answering(...answers: (object | Error)[]) {
  const asked: Chosen[] = [];
  const send = async (body: Chosen) => {
    const answer = answers[asked.push(body) - 1] ?? {};
    if (answer instanceof Error) throw answer;
    return answer as Record<string, { status: number; code: string; detail: string }>;
  };
  return { asked, send };
}

describe('calls about many files', () => {
  it('take a part each, the folders first, and tell what was refused', async () => {
    const taken = { status: 409, code: 'name_taken', detail: 'Taken.' };
    const { asked, send } = answering({}, { f3: taken });
    expect(await inBatches(chosen, send)).toEqual({ f3: taken });
    expect(asked.map(({ files, folders }) => [files.length, folders.length])).toEqual([
      [0, 1],
      [MOST_AT_ONCE, 0],
      [1, 0],
    ]);
  });

  it('take what is in folders before them, where it is asked for so', async () => {
    const { asked, send } = answering();
    const given = { files: many('f', MOST_AT_ONCE + 1), folders: many('d', 150) };
    expect(await inBatches(given, send, { isInsideFirst: true })).toEqual({});
    expect(asked.map(({ files, folders }) => [files.length, folders.length, folders[0]])).toEqual([
      [1, 0, undefined],
      [MOST_AT_ONCE, 0, undefined],
      [0, 50, 'd100'],
      [0, 100, 'd0'],
    ]);
  });

  it('count what got no answer as not done, and the rest as done', async () => {
    const { asked, send } = answering(
      {},
      {},
      new ProblemError(0, { code: 'network_error', detail: 'Away.' }),
    );
    expect(await inBatches(chosen, send)).toEqual({
      [`f${MOST_AT_ONCE}`]: { status: 0, code: 'network_error', detail: 'Away.' },
    });
    expect(asked).toHaveLength(3);
  });

  it('end with the first one, when it gets no answer', async () => {
    const { send } = answering(new ProblemError(503, { detail: 'Away.' }));
    await expect(inBatches(chosen, send)).rejects.toThrow('Away.');
  });
});
