import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFrameStore,
  type FrameStore,
  leaveFrame,
  loadedFrame,
  reloadFrame,
  takeUpFrame,
} from './frame.ts';

let frames: FrameStore;
const reload = vi.fn();

beforeEach(() => {
  frames = createFrameStore();
  reload.mockReset();
});

/** An iframe as it stands at its load event. jsdom's own never loads anything anew. */
function loaded(html = '<div id="page"></div>'): HTMLIFrameElement {
  const contentDocument = new DOMParser().parseFromString(html, 'text/html');
  return { contentDocument, contentWindow: { location: { reload } } } as unknown as HTMLIFrameElement;
}

describe('a reload', () => {
  it('takes the frame away until the page is there again', () => {
    takeUpFrame(frames, loaded());
    reloadFrame(frames);
    expect(reload).toHaveBeenCalledOnce();
    expect(frames.getState().frame).toBeUndefined();
    const element = loaded();
    takeUpFrame(frames, element);
    expect(frames.getState().frame?.element).toBe(element);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('asked for while the page is loading is made once it has loaded', () => {
    reloadFrame(frames);
    expect(reload).not.toHaveBeenCalled();
    expect(takeUpFrame(frames, loaded())).toBe('stale');
    expect(reload).toHaveBeenCalledOnce();
    expect(frames.getState().frame).toBeUndefined();
  });

  it('asked for several times while the page is loading is made once', () => {
    takeUpFrame(frames, loaded());
    reloadFrame(frames);
    reloadFrame(frames);
    reloadFrame(frames);
    takeUpFrame(frames, loaded());
    takeUpFrame(frames, loaded());
    expect(reload).toHaveBeenCalledTimes(2);
    expect(frames.getState().frame).toBeDefined();
  });

  it('asked for while an edited page gives way to the one that visitors see is made once that has loaded', () => {
    takeUpFrame(frames, loaded());
    leaveFrame(frames);
    expect(frames.getState().frame).toBeDefined();
    reloadFrame(frames);
    expect(reload).toHaveBeenCalledOnce();
    expect(takeUpFrame(frames, loaded())).toBe('stale');
    expect(reload).toHaveBeenCalledTimes(2);
    takeUpFrame(frames, loaded());
    reloadFrame(frames);
    expect(reload).toHaveBeenCalledTimes(3);
  });

  it('that waits is over before anybody has the frame to edit in', async () => {
    reloadFrame(frames);
    const waiting = loadedFrame(frames);
    takeUpFrame(frames, loaded());
    const fresh = loaded();
    takeUpFrame(frames, fresh);
    expect((await waiting).element).toBe(fresh);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('does not wait for a page that could not be loaded', () => {
    reloadFrame(frames);
    expect(takeUpFrame(frames, loaded('<p>No connection</p>'))).toBeUndefined();
    takeUpFrame(frames, loaded());
    expect(reload).not.toHaveBeenCalled();
    expect(frames.getState().frame).toBeDefined();
  });
});
