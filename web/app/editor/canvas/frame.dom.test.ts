import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFrameStore,
  type FrameStore,
  leaveFrame,
  loadedFrame,
  putFrameBack,
  reloadFrame,
  takeUpFrame,
} from './frame.ts';

const HERE = '/here?q=1';

let frames: FrameStore;
const [reload, replace, assign, pushState] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];

beforeEach(() => {
  frames = createFrameStore();
  for (const called of [reload, replace, assign, pushState]) called.mockReset();
});

/** An iframe as it stands at its load event. jsdom's own never loads anything anew. */
function loaded(html = '<div id="page"></div>'): HTMLIFrameElement {
  const contentDocument = new DOMParser().parseFromString(html, 'text/html');
  const location = { pathname: '/here', search: '?q=1', reload, replace, assign };
  const contentWindow = { location, history: { pushState } };
  return { contentDocument, contentWindow } as unknown as HTMLIFrameElement;
}

it('takes out of the location what says that a frame asks', () => {
  const element = loaded();
  const replaceState = vi.fn();
  const { contentWindow } = element as { contentWindow: object };
  Object.assign(contentWindow, {
    location: { pathname: '/here', search: '?q=1&pw-frame', hash: '#there' },
    history: { state: { scroll: [0, 1] }, replaceState },
  });
  takeUpFrame(frames, element);
  expect(replaceState).toHaveBeenCalledWith({ scroll: [0, 1] }, '', '/here?q=1#there');
  expect(frames.getState().frame?.address).toBe(HERE);
});

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
    leaveFrame(frames, HERE);
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

describe('leaving what is drawn in it', () => {
  it('for another page goes there, where loading it anew would keep it', () => {
    takeUpFrame(frames, loaded());
    leaveFrame(frames, '/there');
    expect(replace).toHaveBeenCalledWith('/there');
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('putting it back', () => {
  it('loads the page where another has come', () => {
    takeUpFrame(frames, loaded());
    expect(putFrameBack(frames, '/there')).toBe(true);
    expect(assign).toHaveBeenCalledWith('/there');
    expect(frames.getState().isLeaving).toBe(true);
  });

  it('leaves the page alone where only the location has gone', () => {
    const element = loaded();
    takeUpFrame(frames, element);
    Object.assign(element.contentWindow?.location as Location, { pathname: '/there' });
    expect(putFrameBack(frames, HERE)).toBe(false);
    expect(pushState).toHaveBeenCalledWith(null, '', HERE);
    expect(assign).not.toHaveBeenCalled();
  });
});
