import '../../api/configure.ts';
import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, type Call } from '../../testing/screen.tsx';
import { aFile } from '../testing.ts';
import { interruptedUploads } from './interrupted.ts';
import { AT_ONCE, giveUp, sendFile } from './send-file.ts';
import { answerTus, lost, source, transportOf, watching } from './testing.ts';
import type { Sending } from './transport.ts';

afterEach(() => vi.unstubAllGlobals());

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
    const { reported, watcher } = watching();
    expect((await sendFile(source(SIZE), watcher, means)).id).toBe('f1');
    expect(sent.map(part)).toEqual([
      ['0', SIZE],
      ['5000000', SIZE - 5_000_000],
    ]);
    expect(reported).toEqual([0, 5_500_000, 'waiting', 5_000_000, 'finishing']);
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
      await waitFor(() => expect(before.sent).toHaveLength(1));
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
      await waitFor(() => expect(localStorage.length).toBe(1));
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
      await waitFor(() => expect(before.sent).toHaveLength(1));
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
      await waitFor(() => expect(first.sent).toHaveLength(1));
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
      await waitFor(() => expect(sent).toHaveLength(1));
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
