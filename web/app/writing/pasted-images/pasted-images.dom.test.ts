import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aFile } from '../../media/testing.ts';
import { cancelUpload, clearUploads, retryUpload, setServer } from '../../media/uploads/queue.ts';
import type { Source } from '../../media/uploads/send-file.ts';
import { useUploads } from '../../media/uploads/uploads.ts';
import { answerCalls, type Call } from '../../testing/screen.tsx';
import { useToasts } from '../../ui/toast.ts';
import { copyPasted, uploadPasted } from './pasted-images.ts';
import type { Addresses, Outcome } from './place.ts';

const A = 'https://a.example/a.png';
const B = 'http://b.example/b.png';

/** A place that notes what it is asked for. */
function placeThat(outcome: Outcome = 'replaced') {
  const asked: Record<string, string>[] = [];
  const replace = async (addresses: Addresses) => {
    asked.push(Object.fromEntries(addresses));
    return outcome;
  };
  return { asked, place: { replace } };
}

interface Job {
  addresses: string[];
  looks: number;
}

/** The service: each job is under way at the second look and done at the third. `faults`: what cannot be copied, and why. */
function answerCopies(faults: () => Record<string, string> = () => ({})) {
  const jobs: Job[] = [];
  const job = (id: number, rest: object) => ({ id: String(id), state: 'queued', error: null, ...rest });
  const calls = answerCalls(({ method, path, body }: Call) => {
    if (method === 'POST') {
      jobs.push({ addresses: (body as { addresses: string[] }).addresses, looks: 0 });
      return { status: 202, body: job(jobs.length - 1, {}) };
    }
    const id = Number(path.split('/').at(-1));
    const asked = jobs[id];
    if (!asked) return { status: 404 };
    asked.looks += 1;
    // Once the service is away.
    if (asked.looks === 1) return { status: 503, body: {} };
    if (asked.looks === 2) return { body: job(id, { state: 'running' }) };
    const failed = asked.addresses.filter((address) => faults()[address]);
    const done = asked.addresses.filter((address) => !faults()[address]);
    const fileOf = (address: string) =>
      aFile(address, { name: address.split('/').at(-1) ?? '', bucketName: 'Pasted' });
    const result = {
      success: Object.fromEntries(done.map((address) => [address, fileOf(address)])),
      failed: Object.fromEntries(
        failed.map((address) => [
          address,
          { status: 422, code: 'image_not_copied', detail: faults()[address] },
        ]),
      ),
    };
    return { body: job(id, { state: 'done', result }) };
  });
  const posts = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { posts };
}

const toasts = () => useToasts.getState().toasts;
const messages = () => toasts().map(({ message }) => message);

/** Lets the pauses between two looks go by. */
async function through<T>(work: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(3_000);
  return work;
}

// Loaded with the first image that is pasted, which no clock of a test can hurry.
beforeAll(() => import('./copying.ts'));

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('copying', () => {
  it('says that it goes on, and then that they are there', async () => {
    const { posts } = answerCopies();
    const { asked, place } = placeThat();
    const copying = copyPasted([A, '//c.example/c.png'], place);
    expect(messages()).toEqual(['Copying 2 images into the media library…']);
    await through(copying);
    expect(posts()).toEqual([
      { addresses: [A, `${location.protocol}//c.example/c.png`], bucketName: 'Pasted' },
    ]);
    expect(asked).toEqual([{ [A]: '/files/Pasted/a.png', '//c.example/c.png': '/files/Pasted/c.png' }]);
    expect(messages()).toEqual(['2 images are in the media library now']);
  });

  it('asks for an address once while it is on its way, and anew after that', async () => {
    const { posts } = answerCopies();
    const first = placeThat();
    const second = placeThat();
    const both = [copyPasted([A], first.place), copyPasted([A, B], second.place)];
    await through(Promise.all(both));
    expect(posts().map((body) => (body as { addresses: string[] }).addresses)).toEqual([[A], [B]]);
    expect(first.asked).toEqual([{ [A]: '/files/Pasted/a.png' }]);
    expect(second.asked).toEqual([{ [A]: '/files/Pasted/a.png', [B]: '/files/Pasted/b.png' }]);
    await through(copyPasted([A], first.place));
    expect(posts()).toHaveLength(3);
  });

  it('asks for no more at once than one call takes', async () => {
    const { posts } = answerCopies();
    const many = Array.from({ length: 45 }, (_, number) => `https://a.example/${number}.png`);
    const { asked, place } = placeThat();
    await through(copyPasted(many, place));
    expect(posts().map((body) => (body as { addresses: string[] }).addresses.length)).toEqual([20, 20, 5]);
    expect(Object.keys(asked[0] ?? {})).toHaveLength(45);
  });

  it('says which site and why where some cannot be had, shows the others, and tries those again', async () => {
    let faults: Record<string, string> = { [B]: 'It leads to a machine that is not public.' };
    const { posts } = answerCopies(() => faults);
    const { asked, place } = placeThat();
    await through(copyPasted([A, B], place));
    expect(asked).toEqual([{ [A]: '/files/Pasted/a.png' }]);
    const [failure] = toasts();
    expect(failure).toMatchObject({
      kind: 'danger',
      message: 'The image stays on the other site',
      detail:
        'b.example: It leads to a machine that is not public. Secure sites do not show images from http: addresses. Use an address that begins with https: instead.',
      action: { label: 'Try again' },
    });
    faults = {};
    failure?.action?.onClick();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(posts().at(-1)).toEqual({ addresses: [B], bucketName: 'Pasted' });
    expect(asked[1]).toEqual({ [B]: '/files/Pasted/b.png' });
  });

  it('says the service’s own word where it takes none of them', async () => {
    answerCalls(() => ({
      status: 429,
      body: { code: 'too_many_copies', detail: 'Too many images. Try again later.' },
    }));
    const { asked, place } = placeThat();
    await through(copyPasted([A], place));
    expect(toasts()[0]?.detail).toBe(
      'a.example: Too many images. Try again later. Visitors load it from there, if they can.',
    );
    expect(asked).toEqual([]);
  });

  it('says so where a job fails, and where nobody answers', async () => {
    answerCalls(({ method }) => ({
      body: {
        id: '1',
        state: method === 'POST' ? 'queued' : 'failed',
        error: { code: 'storage_full', detail: 'The disk is full.', status: 507 },
      },
    }));
    await through(copyPasted([A], placeThat().place));
    expect(toasts()[0]?.detail).toContain('a.example: The disk is full.');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    await through(copyPasted([B], placeThat().place));
    expect(toasts()[1]?.detail).toMatch(/^b\.example: .+\. Secure sites/);
  });

  it('says plainly that somebody cancelled it, keeps what was pasted, and copies it where that was not meant', async () => {
    const cancelled = { code: 'copy_cancelled', detail: 'Copying was cancelled.', status: 409 };
    const calls = answerCalls(({ method }) => ({
      body: { id: '1', state: method === 'POST' ? 'queued' : 'failed', error: cancelled },
    }));
    const { asked, place } = placeThat();
    // Nor is the file that came along taken in its place.
    await through(copyPasted([B], place, new File(['x'], 'image.png', { type: 'image/png' })));
    const [notice, ...others] = toasts();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      kind: 'info',
      message: 'Copying was cancelled: the image stays on the other site',
      detail:
        'Secure sites do not show images from http: addresses. Use an address that begins with https: instead.',
      action: { label: 'Try again' },
    });
    expect(asked).toEqual([]);
    expect(calls.map(({ path }) => path).filter((path) => path.includes('uploads'))).toEqual([]);
    answerCopies();
    notice?.action?.onClick();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(asked).toEqual([{ [B]: '/files/Pasted/b.png' }]);
  });

  it('says that a text which was left keeps its addresses, and nothing of a paste that was undone', async () => {
    answerCopies();
    await through(copyPasted([A], placeThat('unneeded').place));
    expect(messages()).toEqual([]);
    await through(copyPasted([A], placeThat('gone').place));
    expect(messages()).toEqual([
      'The image is in the media library, but the text you left still loads it from the other site',
    ]);
  });
});

describe('with uploads', () => {
  const sent: File[] = [];
  let end: (error?: unknown) => void = () => undefined;
  let restore: () => void;
  let calls: Call[];
  const sources: Source[] = [];
  /** The folders whose names have the word, by name, each with the scopes that it is for. */
  let folders: Record<string, string[]>;
  let isRefused: boolean;

  beforeEach(() => {
    sent.length = 0;
    sources.length = 0;
    folders = { Pasted: [] };
    isRefused = false;
    calls = answerCalls(({ method, path }) => {
      if (method === 'PUT') return isRefused ? { status: 412 } : { body: aFile('1') };
      if (path !== '/cms/buckets') return { status: 404 };
      const results = Object.entries(folders).map(([name, scopeWhitelist]) => ({
        name,
        metaData: { scopeWhitelist },
      }));
      return { body: { results, total: results.length, start: 0, limit: 100 } };
    });
    restore = setServer({
      createFolder: async () => undefined as never,
      giveUp: async () => undefined,
      sendFile: (source) =>
        new Promise((resolve, reject) => {
          const { file, name, folder } = source;
          sent.push(file);
          sources.push(source);
          end = (error) => (error ? reject(error) : resolve(aFile('1', { name, bucketName: folder })));
        }),
    });
  });

  afterEach(() => {
    for (const { id } of useUploads.getState().uploads) cancelUpload(id);
    clearUploads();
    restore();
  });

  const png = new File(['x'], 'image.png', { type: 'image/png' });

  it('takes the file that came along where the address leads nowhere', async () => {
    answerCopies(() => ({ [A]: 'It leads to a machine that is not public.' }));
    const { asked, place } = placeThat();
    const copying = copyPasted([A], place, png);
    await vi.advanceTimersByTimeAsync(3_000);
    end();
    await copying;
    expect(asked).toEqual([{ [A]: `/files/Pasted/${sent[0]?.name}` }]);
    expect(messages()).toEqual(['The image is in the media library now']);
  });

  it('says why, where the file that came along is not taken either, and shows it once it is', async () => {
    answerCopies(() => ({ [A]: 'It leads to a machine that is not public.' }));
    const { asked, place } = placeThat();
    const copying = copyPasted([A], place, png);
    await vi.advanceTimersByTimeAsync(3_000);
    end(new Error('The disk is full.'));
    await copying;
    expect(messages()).toEqual(['The image stays on the other site']);
    expect(asked).toEqual([]);
    retryUpload(useUploads.getState().uploads[0]?.id ?? '');
    await vi.advanceTimersByTimeAsync(0);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual([{ [A]: `/files/Pasted/${sent[0]?.name}` }]);
    expect(messages()).toContain('The image is in the media library now');
  });

  it('never takes one file for another image, also when those that failed are tried again', async () => {
    answerCopies(() => ({ [B]: 'It leads to a machine that is not public.' }));
    const { asked, place } = placeThat();
    await through(copyPasted([A, B], place, png));
    toasts()[0]?.action?.onClick();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sent).toEqual([]);
    expect(asked).toEqual([{ [A]: '/files/Pasted/a.png' }]);
  });

  it('gives the address at once, and shows the image when it is there', async () => {
    const { asked, place } = placeThat();
    const address = uploadPasted(new File(['x'], 'a.bin', { type: 'image/jpeg' }), place, document);
    expect(address).toMatch(/^\/files\/Pasted\/image-[\da-f]{8}\.jpg$/);
    document.body.innerHTML = `<img src="${address}"><img src="/other.png">`;
    const changed = vi.fn();
    const observer = new MutationObserver(changed);
    observer.observe(document.body, { attributes: true, subtree: true });
    await vi.advanceTimersByTimeAsync(0);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(changed).toHaveBeenCalledTimes(1);
    expect(`/files/Pasted/${sent[0]?.name}`).toBe(address);
    expect(asked).toEqual([]);
    observer.disconnect();
  });

  const restricted = {
    replace: async () => 'replaced' as const,
    audience: () => [['club', 'staff'], ['staff']],
  };
  const changes = () => calls.filter(({ method }) => method === 'PUT');

  it('is seen by everyone where everyone sees the place, whatever folders are restricted', async () => {
    folders = { Pasted: ['staff'], 'Pasted-2': [] };
    const { asked, place } = placeThat();
    const address = uploadPasted(png, place, document);
    await vi.advanceTimersByTimeAsync(0);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(sources.map(({ folder, isPublic }) => [folder, isPublic])).toEqual([['Pasted-2', true]]);
    expect(asked).toEqual([{ [address]: `/files/Pasted-2/${sent[0]?.name}` }]);
    expect(changes()).toEqual([]);
    // The next one has its address at once.
    expect(uploadPasted(png, place, document)).toMatch(/^\/files\/Pasted-2\//);
    folders = { Pasted: [] };
    await vi.advanceTimersByTimeAsync(0);
  });

  it('is seen by nobody else than those who see a restricted place, at no time', async () => {
    uploadPasted(png, restricted, document);
    await vi.advanceTimersByTimeAsync(0);
    expect(sources[0]?.isPublic).toBe(false);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(changes().map(({ body }) => body)).toEqual([{ metaData: { scopeWhitelist: ['staff'] } }]);
    expect(messages()).toEqual([]);
  });

  it('stays for editors where it cannot be opened to those who see the place, and says so', async () => {
    isRefused = true;
    uploadPasted(png, restricted, document);
    await vi.advanceTimersByTimeAsync(0);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(messages()).toEqual(['Only editors see the pasted image']);
    uploadPasted(png, { ...restricted, audience: () => [['club'], ['staff']] }, document);
    await vi.advanceTimersByTimeAsync(0);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(messages()).toHaveLength(2);
    expect(changes()).toHaveLength(1);
  });

  it('says so where it is given up', async () => {
    uploadPasted(png, placeThat().place, document);
    await vi.advanceTimersByTimeAsync(0);
    cancelUpload(useUploads.getState().uploads[0]?.id ?? '');
    await vi.advanceTimersByTimeAsync(0);
    expect(messages()).toEqual(['A pasted image was not uploaded']);
  });
});
