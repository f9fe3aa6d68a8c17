import '../../api/configure.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '../../api/problem.ts';
import { answerCalls } from '../../testing/screen.tsx';
import { aFile } from '../testing.ts';
import { sendFile } from './send-file.ts';
import { fileOf, json, lost, source, transportOf, watching } from './testing.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a small file', () => {
  it('is one request, repeated with its key while nobody answers', async () => {
    const stored = aFile('1');
    const { sent, means } = transportOf(
      () => Promise.reject(lost()),
      ({ onProgress }) => {
        onProgress(2_000);
        return json({ success: { 'a.bin': stored }, failed: {} });
      },
    );
    const { reported, watcher } = watching();
    expect(await sendFile(source(1_000), watcher, means)).toEqual(stored);
    expect(sent.map(({ url, headers }) => [url, headers['Idempotency-Key']])).toEqual([
      ['/cms/files', 'k1'],
      ['/cms/files', 'k1'],
    ]);
    const form = sent[1]?.body;
    expect(form instanceof FormData && form.get('bucketName')).toBe('Summer');
    expect(reported).toEqual(['waiting', 1_000, 'finishing']);
  });

  it('fails with the reason of the server, and is not tried again', async () => {
    const problem = { status: 422, code: 'file_infected', detail: 'It has a virus.' };
    const { sent, means } = transportOf(() => json({ success: {}, failed: { 'a.bin': problem } }));
    await expect(sendFile(source(10), watching().watcher, means)).rejects.toMatchObject(problem);
    expect(sent).toHaveLength(1);
  });

  it.each([{}, { success: {}, failed: {} }])('fails where the answer names no file: %o', async (answer) => {
    const { sent, means } = transportOf(...Array.from({ length: 8 }, () => () => json(answer)));
    const failed = sendFile(source(10), watching().watcher, means);
    await expect(failed).rejects.toMatchObject({ message: 'Unexpected response' });
    expect(sent).toHaveLength(1);
  });

  const away = () => new ProblemError(503, { code: 'unavailable' });
  const always = (error: () => Error) => Array.from({ length: 100 }, () => () => Promise.reject(error()));

  it('is given up after eight attempts while the server is away', async () => {
    const { sent, means, pause } = transportOf(...always(away));
    await expect(sendFile(source(10), watching().watcher, means)).rejects.toMatchObject({ status: 503 });
    expect([sent.length, pause.mock.calls.length]).toEqual([8, 7]);
  });

  it('waits for about ten minutes without any answer', async () => {
    const { sent, means, pause } = transportOf(...always(lost));
    await expect(sendFile(source(10), watching().watcher, means)).rejects.toMatchObject({ status: 0 });
    expect(sent).toHaveLength(45);
    const waited = (pause.mock.calls as unknown as [number][]).reduce((sum, [wait]) => sum + wait, 0);
    expect(waited / 60_000).toBeCloseTo(10, 0);
  });

  it('waits for as long as the device is offline', async () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { means } = transportOf(...always(lost).slice(0, 60), () => {
      offline.mockRestore();
      return json({ success: { 'a.bin': aFile('1') }, failed: {} });
    });
    expect((await sendFile(source(10), watching().watcher, means)).id).toBe('1');
  });

  it('is not waited for once the file has been moved', async () => {
    const moved = fileOf(10);
    vi.spyOn(moved, 'slice').mockReturnValue({
      arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
    } as Partial<Blob> as Blob);
    const { sent, means } = transportOf(...always(lost));
    const sending = sendFile({ ...source(10), file: moved }, watching().watcher, means);
    await expect(sending).rejects.toMatchObject({ code: 'file_unreadable' });
    expect(sent).toHaveLength(1);
  });

  it('goes on where the connection is lost while the session is renewed', async () => {
    let asked = 0;
    const calls = answerCalls(() => {
      asked += 1;
      if (asked === 1) throw new TypeError('Failed to fetch');
      return { body: { files: [], folders: [], total: 0 } };
    });
    const refused = () => Promise.reject(new ProblemError(401, { code: 'unauthorised' }));
    const { means } = transportOf(refused, () => json({ success: { 'a.bin': aFile('1') }, failed: {} }));
    const { reported, watcher } = watching();
    expect((await sendFile(source(10), watcher, means)).id).toBe('1');
    expect([calls.length, reported]).toEqual([1, ['waiting']]);
  });

  it('renews the session that has run out meanwhile', async () => {
    const calls = answerCalls(() => ({ body: { files: [], folders: [], total: 0 } }));
    const { means, pause } = transportOf(
      () => Promise.reject(new ProblemError(401, { code: 'unauthorised' })),
      () => json({ success: { 'a.bin': aFile('1') }, failed: {} }),
    );
    await sendFile(source(10), watching().watcher, means);
    expect(calls.map(({ path }) => path)).toEqual(['/cms/file-entities']);
    expect(pause).not.toHaveBeenCalled();
  });

  it('is not tried again once it was cancelled', async () => {
    const { watcher, controller } = watching();
    const { sent, means } = transportOf(() => {
      controller.abort();
      return Promise.reject(lost());
    });
    await expect(sendFile(source(10), watcher, means)).rejects.toMatchObject({ name: 'AbortError' });
    expect(sent).toHaveLength(1);
  });
});

describe('a content for a file', () => {
  const boat = (version: number, content = 'abc-80') =>
    aFile('boat', { version, path: { ...aFile('boat').path, versioned: `/files/boat.jpg?v=${content}` } });
  const small = (replaces = boat(3)) => ({ ...source(10), replaces });
  const stale = () => Promise.reject(new ProblemError(412, { code: 'precondition_failed' }));

  it('is one request where it is small, which is repeated with its key while nobody answers', async () => {
    const { sent, means } = transportOf(
      () => Promise.reject(lost()),
      () => json(boat(4)),
    );
    expect(await sendFile(small(), watching().watcher, means)).toEqual(boat(4));
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ['PUT', '/cms/files/boat/content'],
      ['PUT', '/cms/files/boat/content'],
    ]);
    expect(sent[1]?.headers).toMatchObject({ 'If-Match': '"3"', 'Idempotency-Key': 'k1' });
    expect(sent[1]?.body).toHaveProperty('size', 10);
  });

  it.each([
    ['something else about the file', 'abc-80'],
    ['its focal point', 'abc-80-0.2-0.5'],
    ['its quality', 'abc-60'],
  ])('is sent once more where %s was changed meanwhile', async (_, content) => {
    answerCalls(() => ({ body: boat(5, content) }));
    const { sent, means } = transportOf(stale, () => json(boat(6, 'new-80')));
    await sendFile(small(), watching().watcher, means);
    expect(sent.map(({ headers }) => headers['If-Match'])).toEqual(['"3"', '"5"']);
  });

  it('is refused where the file has another content by now, which the next attempt takes the place of', async () => {
    answerCalls(() => ({ body: boat(5, 'theirs-80') }));
    const { sent, means } = transportOf(stale, () => json(boat(6, 'new-80')));
    const given = small();
    const refused = sendFile(given, watching().watcher, means);
    await expect(refused).rejects.toMatchObject({ status: 412, code: 'content_replaced' });
    await sendFile(given, watching().watcher, means);
    expect(sent.map(({ headers }) => headers['If-Match'])).toEqual(['"3"', '"5"']);
  });
});
