import '../../api/configure.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '../../api/problem.ts';
import { answerCalls, type Call } from '../../testing/screen.tsx';
import { aFile } from '../testing.ts';
import { interruptedUploads } from './interrupted.ts';
import { AT_ONCE, giveUp, sendFile } from './send-file.ts';
import type { Sending } from './transport.ts';

afterEach(() => vi.unstubAllGlobals());

const lost = () => new ProblemError(0, { code: 'network_error' });
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const fileOf = (size: number) => new File([new Uint8Array(size)], 'a.bin');

function watching(controller = new AbortController()) {
  const told: unknown[] = [];
  const watcher = {
    signal: controller.signal,
    onProgress: (sent: number) => told.push(sent),
    onWaiting: (isWaiting: boolean) => isWaiting && told.push('waiting'),
    onFinishing: () => told.push('finishing'),
  };
  return { told, watcher, controller };
}

/** A transport that does what it is told, attempt by attempt. */
function transportOf(...attempts: ((sending: Sending) => Response | Promise<Response>)[]) {
  const sent: Sending[] = [];
  const pause = vi.fn(async () => undefined);
  const transport = async (sending: Sending) => {
    sent.push(sending);
    const attempt = attempts[sent.length - 1];
    if (!attempt) throw new Error('one attempt too many');
    return attempt(sending);
  };
  return { sent, means: { transport, pause }, pause };
}

const source = (size: number) => ({ file: fileOf(size), name: 'a.bin', folder: 'Summer', key: 'k1' });

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
    const { told, watcher } = watching();
    expect(await sendFile(source(1_000), watcher, means)).toEqual(stored);
    expect(sent.map(({ url, headers }) => [url, headers['Idempotency-Key']])).toEqual([
      ['/cms/files', 'k1'],
      ['/cms/files', 'k1'],
    ]);
    const form = sent[1]?.body;
    expect(form instanceof FormData && form.get('bucketName')).toBe('Summer');
    expect(told).toEqual(['waiting', 1_000, 'finishing']);
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
    const { told, watcher } = watching();
    expect((await sendFile(source(10), watcher, means)).id).toBe('1');
    expect([calls.length, told]).toEqual([1, ['waiting']]);
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

/** The server's side of tus: `offsets` are what it has at each question, `404` that it knows nothing of the upload. */
function answerTus(...offsets: number[]) {
  let asked = 0;
  return answerCalls(({ method, path }: Call) => {
    if (method === 'POST' && path === '/cms/uploads') return { status: 201, body: { id: 'u1' } };
    if (method === 'HEAD') {
      asked += 1;
      const offset = offsets[asked - 1] ?? 0;
      return offset === 404 ? { status: 404 } : { headers: { 'Upload-Offset': String(offset) } };
    }
    if (path.endsWith('/completion')) return { body: {} };
    if (path === '/cms/uploads/u1') return { body: { id: 'u1', entityId: 'f1' } };
    return { body: aFile('f1') };
  });
}

describe('a large file', () => {
  const SIZE = AT_ONCE + 1_000;
  const part = ({ headers, body }: Sending) => [headers['Upload-Offset'], (body as Blob).size];

  it('goes on from what has arrived', async () => {
    const calls = answerTus(0, 5_000_000);
    const { sent, means } = transportOf(
      ({ onProgress }) => {
        onProgress(5_500_000);
        return Promise.reject(lost());
      },
      () => new Response(null, { status: 204 }),
    );
    const { told, watcher } = watching();
    expect((await sendFile(source(SIZE), watcher, means)).id).toBe('f1');
    expect(sent.map(part)).toEqual([
      ['0', SIZE],
      ['5000000', SIZE - 5_000_000],
    ]);
    expect(told).toEqual([0, 5_500_000, 'waiting', 5_000_000, 'finishing']);
    const begun = calls.find(({ method, path }) => method === 'POST' && path === '/cms/uploads');
    expect(begun?.headers.get('Upload-Length')).toBe(String(SIZE));
    expect(begun?.headers.get('Upload-Metadata')).toBe(
      `filename ${btoa('a.bin')},bucketName ${btoa('Summer')}`,
    );
  });

  it('counts attempts anew whenever some of it has arrived', async () => {
    const steps = Array.from({ length: 12 }, (_, index) => index * 1_000);
    answerTus(...steps);
    const attempts = Array.from({ length: 11 }, () => () => Promise.reject(lost()));
    const { sent, means } = transportOf(...attempts, () => new Response(null, { status: 204 }));
    await sendFile(source(SIZE), watching().watcher, means);
    expect(sent).toHaveLength(12);
  });

  describe('whose page was left', () => {
    /** As each page has them: those of a page that is gone are free. */
    const openPage = () => {
      const held = new Set<string>();
      const request = async (name: string, _: object, work: (lock: object | null) => Promise<unknown>) => {
        if (held.has(name)) return work(null);
        held.add(name);
        return work({ name }).finally(() => held.delete(name));
      };
      const query = async () => ({ held: [...held].map((name) => ({ name })) });
      vi.stubGlobal('navigator', { onLine: true, locks: { request, query } });
    };
    const chosen = () => ({
      ...source(SIZE),
      file: new File([new Uint8Array(SIZE)], 'a.bin', { lastModified: 1 }),
    });
    const hanging = () => transportOf(() => new Promise<Response>(() => undefined));
    const done = () => transportOf(() => new Response(null, { status: 204 }));

    afterEach(() => localStorage.clear());

    it('goes on where it was once it is chosen again, and is then forgotten', async () => {
      const calls = answerTus(0, 6_000_000);
      openPage();
      const before = hanging();
      void sendFile(chosen(), watching().watcher, before.means);
      await vi.waitFor(() => expect(before.sent).toHaveLength(1));
      expect(await interruptedUploads()).toEqual([]);
      openPage();
      expect((await interruptedUploads()).map(({ name, folder }) => [name, folder])).toEqual([
        ['a.bin', 'Summer'],
      ]);
      const { sent, means } = done();
      await sendFile(chosen(), watching().watcher, means);
      expect(sent.map(part)).toEqual([['6000000', SIZE - 6_000_000]]);
      expect(calls.filter(({ method, path }) => method === 'POST' && path === '/cms/uploads')).toHaveLength(
        1,
      );
      expect(await interruptedUploads()).toEqual([]);
    });

    it('is another one in another folder, or with another content', async () => {
      const calls = answerTus(0, 0, 0);
      openPage();
      void sendFile(chosen(), watching().watcher, hanging().means);
      await vi.waitFor(() => expect(localStorage.length).toBe(1));
      openPage();
      const changed = new File([new Uint8Array(SIZE)], 'a.bin', { lastModified: 2 });
      for (const other of [{ folder: 'Winter' }, { file: changed }])
        await sendFile({ ...chosen(), ...other }, watching().watcher, done().means);
      expect(calls.filter(({ method, path }) => method === 'POST' && path === '/cms/uploads')).toHaveLength(
        3,
      );
    });

    it('is another one in place of a content, which goes on by the name that the chosen file has', async () => {
      const calls = answerTus(0, 0, 3_000_000);
      const boat = aFile('boat');
      openPage();
      void sendFile(chosen(), watching().watcher, hanging().means);
      const replacing = { ...chosen(), name: 'boat.jpg', replaces: boat };
      const before = hanging();
      void sendFile({ ...replacing }, watching().watcher, before.means);
      await vi.waitFor(() => expect(before.sent).toHaveLength(1));
      openPage();
      const found = (await interruptedUploads()).map(({ name, folder, replaces }) => [
        name,
        folder,
        replaces,
      ]);
      expect(found).toEqual([
        ['a.bin', undefined, 'boat abc'],
        ['a.bin', 'Summer', undefined],
      ]);
      const { sent, means } = done();
      // Somebody has set its focal point in between.
      const focused = { ...boat, path: { ...boat.path, versioned: `${boat.path.versioned}-0.2-0.5` } };
      await sendFile({ ...replacing, replaces: focused }, watching().watcher, means);
      expect(sent.map(part)).toEqual([['3000000', SIZE - 3_000_000]]);
      expect(calls.filter(({ method, path }) => method === 'POST' && path === '/cms/uploads')).toHaveLength(
        2,
      );
    });

    it('is sent twice where it is chosen twice at the same time', async () => {
      const calls = answerTus(0, 0);
      openPage();
      const first = hanging();
      void sendFile(chosen(), watching().watcher, first.means);
      await vi.waitFor(() => expect(first.sent).toHaveLength(1));
      await sendFile(chosen(), watching().watcher, done().means);
      expect(calls.filter(({ method, path }) => method === 'POST' && path === '/cms/uploads')).toHaveLength(
        2,
      );
    });

    it('is forgotten where somebody gives it up', async () => {
      answerTus(0);
      openPage();
      const given = chosen();
      const { sent, means } = hanging();
      void sendFile(given, watching().watcher, means);
      await vi.waitFor(() => expect(sent).toHaveLength(1));
      await giveUp(given);
      openPage();
      expect(await interruptedUploads()).toEqual([]);
    });
  });

  describe('that replaces a content', () => {
    const boat = aFile('boat', { version: 3 });
    const begun = (calls: Call[]) =>
      calls
        .filter(({ method, path }) => method === 'POST' && path === '/cms/uploads')
        .map(({ headers }) => [headers.get('Upload-Metadata'), headers.get('If-Match')]);

    it('goes on from what has arrived', async () => {
      const calls = answerTus(0, 5_000_000);
      const { sent, means } = transportOf(
        () => Promise.reject(lost()),
        () => new Response(null, { status: 204 }),
      );
      await sendFile({ ...source(SIZE), replaces: boat }, watching().watcher, means);
      expect(sent.map(part)).toEqual([
        ['0', SIZE],
        ['5000000', SIZE - 5_000_000],
      ]);
      expect(begun(calls)).toEqual([[`replaces ${btoa('boat')}`, '"3"']]);
    });

    it('is begun anew where the file got another content before all of it was there', async () => {
      const theirs = { ...boat.path, versioned: '/files/boat.jpg?v=theirs-80' };
      const now = aFile('boat', { version: 5, path: theirs });
      let isRefused = true;
      const calls = answerCalls(({ method, path }) => {
        if (method === 'POST' && path === '/cms/uploads') return { status: 201, body: { id: 'u1' } };
        if (method === 'HEAD') return { headers: { 'Upload-Offset': '0' } };
        if (path.endsWith('/completion') && isRefused)
          return { status: 412, body: { code: 'precondition_failed' } };
        if (path === '/cms/uploads/u1') return { body: { id: 'u1', entityId: 'boat' } };
        return { body: now };
      });
      const done = () => new Response(null, { status: 204 });
      const { means } = transportOf(done, done);
      const given = { ...source(SIZE), replaces: boat };
      const refused = sendFile(given, watching().watcher, means);
      await expect(refused).rejects.toMatchObject({ code: 'content_replaced' });
      isRefused = false;
      expect((await sendFile(given, watching().watcher, means)).id).toBe('boat');
      expect(begun(calls).map(([, version]) => version)).toEqual(['"3"', '"5"']);
    });
  });

  it('is sent anew where the upload has expired', async () => {
    const calls = answerTus(404, 0);
    const { sent, means } = transportOf(() => new Response(null, { status: 204 }));
    await sendFile({ ...source(SIZE), uploadId: 'u0' }, watching().watcher, means);
    expect(sent.map(part)).toEqual([['0', SIZE]]);
    expect(calls.filter(({ method, path }) => method === 'POST' && path === '/cms/uploads')).toHaveLength(1);
  });
});
