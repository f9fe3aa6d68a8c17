import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { send } from './transport.ts';

/** A request of the browser's, of which a test says how far it is. */
class Requested {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 204;
  responseText = '';
  onload?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  open = vi.fn();
  setRequestHeader = vi.fn();
  getAllResponseHeaders = () => '';
  send = () => {
    requested = this;
  };
  abort = () => {
    this.onabort?.();
    this.onloadend?.();
  };
}

let requested: Requested;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Requested);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function sending() {
  const controller = new AbortController();
  const outcome = send({
    method: 'PATCH',
    url: '/cms/uploads/u1',
    headers: {},
    body: new Blob(['x']),
    signal: controller.signal,
    onProgress: () => undefined,
  }).then(
    ({ status }) => status,
    (error) => error,
  );
  return { outcome, controller, progress: requested.upload.onprogress ?? (() => undefined) };
}

it('counts a connection as lost over which nothing has gone for a minute and a half', async () => {
  const { outcome, progress } = sending();
  progress({ loaded: 10, total: 100 });
  vi.advanceTimersByTime(89_000);
  progress({ loaded: 20, total: 100 });
  vi.advanceTimersByTime(90_000);
  expect(await outcome).toMatchObject({ status: 0, code: 'network_error' });
});

it('waits for the answer however long that takes', async () => {
  const { outcome, progress } = sending();
  progress({ loaded: 100, total: 100 });
  vi.advanceTimersByTime(600_000);
  requested.onload?.();
  expect(await outcome).toBe(204);
});

it('is ended by whoever started it', async () => {
  const { outcome, controller } = sending();
  controller.abort();
  expect(await outcome).toMatchObject({ name: 'AbortError' });
});
