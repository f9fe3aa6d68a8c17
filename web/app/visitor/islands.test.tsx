import { act, fireEvent, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PluginSlot } from '../page-view/plugin-slot.tsx';
import type { PluginView } from '../plugins/contract.ts';
import { viewProps } from '../plugins/testing.ts';
import { hydrate } from './islands.tsx';
import { wakeIslands } from './islands-in-view.ts';

const Counter: PluginView = ({ fields }) => {
  const [count, setCount] = useState(Number(fields.start));
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  );
};
const { site, page: shownPage, query, namingPages } = viewProps({ fields: {} });
const context = { site, page: shownPage, query, namingPages };
const plugin = { id: 'p1', ref: 'test.counter', version: 1, fields: { start: 5 } };

/** What the server sends for an interactive plugin. */
function island(View: PluginView = Counter): HTMLElement {
  const html = renderToString(<PluginSlot View={View} plugin={plugin} context={context} position={0} />);
  const element = document.createElement('div');
  element.dataset.island = plugin.ref;
  element.dataset.props = JSON.stringify({ plugin, position: 0 });
  element.innerHTML = html;
  (document.getElementById('page') ?? document.body).append(element);
  return element;
}

beforeEach(() => {
  document.body.dataset.context = JSON.stringify(context);
});

afterEach(() => {
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

describe('hydrate', () => {
  it('takes up the server’s HTML and makes it work', async () => {
    const element = island();
    const button = element.querySelector('button') as HTMLButtonElement;
    await waitFor(() => hydrate(element, async () => Counter));
    fireEvent.click(button);
    expect(element.querySelector('button')).toBe(button);
    expect(button.textContent).toBe('6');
  });

  it('takes up the answer to its own form, as the server drew it', async () => {
    const posted = { values: { name: 'Ada' }, problem: 'Choose another.' };
    const Form: PluginView = ({ posted: shown }) => (
      <form>
        <input name="name" defaultValue={shown?.values?.name} />
        {shown?.problem && <p role="alert">{shown.problem}</p>}
      </form>
    );
    const element = island(Form);
    element.dataset.props = JSON.stringify({ plugin, position: 0, posted });
    element.innerHTML = renderToString(
      <PluginSlot View={Form} plugin={plugin} context={context} position={0} posted={posted} />,
    );
    const alert = element.querySelector('[role="alert"]');
    await waitFor(() => hydrate(element, async () => Form));
    expect(element.querySelector('[role="alert"]')).toBe(alert);
    expect(element.querySelector('input')?.value).toBe('Ada');
  });

  it('leaves an island alone whose view is not there, or that has gone meanwhile', async () => {
    const element = island();
    await hydrate(element, () => undefined);
    expect(element.textContent).toBe('5');
    const gone = island();
    gone.remove();
    await hydrate(gone, async () => Counter);
    expect(gone.textContent).toBe('5');
  });

  it('shows nothing of a view that fails in the browser, and an editor where it is', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const Failing: PluginView = () => {
      throw new Error('no');
    };
    const element = island();
    await hydrate(element, async () => Failing);
    await waitFor(() => expect(element.textContent).toBe(''));
    const edited = island();
    edited.dataset.editor = '';
    await hydrate(edited, async () => Failing);
    await waitFor(() => expect(edited.textContent).toContain('cannot be shown'));
    vi.restoreAllMocks();
  });

  it('ends when its page has been left', async () => {
    const ended = vi.fn<() => void>();
    const Ending: PluginView = () => {
      useEffect(() => ended, []);
      return <p>here</p>;
    };
    const element = island(Ending);
    await waitFor(() => hydrate(element, async () => Ending));
    element.remove();
    const navigate = (left?: Element) =>
      act(async () => void dispatchEvent(new CustomEvent('pagewright:navigated', { detail: { left } })));
    // Somebody has begun to fill in a form in it, and may come back.
    await navigate(element);
    expect([ended.mock.calls, element.textContent]).toEqual([[], 'here']);
    await navigate();
    expect(ended).toHaveBeenCalled();
  });
});

describe('wakeIslands', () => {
  /** A document of the test's own, as far as the islands know: listeners end with it. */
  function page(attributes = 'data-islands="/assets/i.js"'): HTMLElement {
    document.body.innerHTML = `<div><div id="page" ${attributes}></div></div>`;
    return document.body.firstElementChild as HTMLElement;
  }

  /** An observer whose elements come into view when the test says so. */
  function stubObserver(): { show: (element: Element) => void; margin: () => string | undefined } {
    let callback: IntersectionObserverCallback = () => {};
    let options: IntersectionObserverInit | undefined;
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(given: IntersectionObserverCallback, chosen?: IntersectionObserverInit) {
          callback = given;
          options = chosen;
        }
        observe(): void {}
        unobserve(): void {}
      },
    );
    const show = (target: Element) =>
      callback([{ isIntersecting: true, target } as IntersectionObserverEntry], {} as IntersectionObserver);
    return { show, margin: () => options?.rootMargin };
  }

  it('loads the bundle when an island comes near, and wakes that one alone', async () => {
    const observer = stubObserver();
    const root = page();
    const [first] = [island(), island()];
    const bundle = { hydrate: vi.fn(async () => {}) };
    const load = vi.fn(async () => bundle);
    wakeIslands(root, load);
    expect(load).not.toHaveBeenCalled();
    observer.show(first as HTMLElement);
    await waitFor(() => expect(bundle.hydrate).toHaveBeenCalledExactlyOnceWith(first));
    expect(load).toHaveBeenCalledExactlyOnceWith('/assets/i.js');
    expect(observer.margin()).toBe('300px');
  });

  it('has what the bundle and the view import on its way at once, and nothing of what sleeps', async () => {
    const observer = stubObserver();
    const root = page();
    root.querySelector<HTMLElement>('#page')?.setAttribute('data-files', 'react.js views.js');
    const [first, second] = [island(), island()] as [HTMLElement, HTMLElement];
    first.dataset.files = 'form.js render-1.js';
    second.dataset.files = 'form.js render-2.js';
    const asked = () =>
      [...document.head.querySelectorAll('link[rel="modulepreload"]')].map((link) =>
        link.getAttribute('href'),
      );
    wakeIslands(root, async () => ({ hydrate: async () => {} }));
    expect(asked()).toEqual([]);
    observer.show(first);
    const ofFirst = ['react.js', 'views.js', 'form.js', 'render-1.js'].map((file) => `/assets/${file}`);
    expect(asked()).toEqual(ofFirst);
    observer.show(second);
    expect(asked()).toEqual([...ofFirst, '/assets/render-2.js']);
  });

  it('wakes what can wait when the browser has nothing else to do, wherever it is', async () => {
    const idle: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
    const observer = stubObserver();
    const root = page();
    const [waiting, other] = [island(), island()];
    (waiting as HTMLElement).dataset.wake = 'idle';
    (other as HTMLElement).dataset.wake = 'visible';
    const bundle = { hydrate: vi.fn(async () => {}) };
    const load = vi.fn(async () => bundle);
    wakeIslands(root, load);
    expect(load).not.toHaveBeenCalled();
    for (const run of idle) run();
    await waitFor(() => expect(bundle.hydrate).toHaveBeenCalledExactlyOnceWith(waiting));
    observer.show(other as HTMLElement);
    await waitFor(() => expect(bundle.hydrate).toHaveBeenCalledTimes(2));
  });

  it('keeps what is pressed before the island is awake, and sends it once', async () => {
    const observer = stubObserver();
    const root = page();
    const sent = vi.fn<(what: string) => void>();
    const Form: PluginView = () => (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent('form');
        }}
      >
        <button type="button" onClick={() => sent('button')}>
          <b>Other</b>
        </button>
        <button type="submit">Send</button>
      </form>
    );
    const element = island(Form);
    let arrive: (View: PluginView) => void = () => {};
    const arriving = new Promise<PluginView>((resolve) => {
      arrive = resolve;
    });
    wakeIslands(root, async () => ({ hydrate: (island) => hydrate(island, () => arriving) }));
    observer.show(element);
    const send = element.querySelector<HTMLElement>('[type=submit]') as HTMLElement;
    fireEvent.click(element.querySelector('b') as HTMLElement);
    fireEvent.click(send);
    fireEvent.click(send);
    expect(element.getAttribute('aria-busy')).toBe('true');
    expect(sent).not.toHaveBeenCalled();
    arrive(Form);
    await waitFor(() => expect(sent.mock.calls).toEqual([['button'], ['form']]));
    await waitFor(() => expect(element.hasAttribute('aria-busy')).toBe(false));
    fireEvent.click(element.querySelector('b') as HTMLElement);
    expect(sent).toHaveBeenCalledTimes(3);
  });

  it('tries again with the next press where the bundle did not come', async () => {
    const observer = stubObserver();
    const root = page();
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const element = island();
    const bundle = { hydrate: (one: HTMLElement) => hydrate(one, async () => Counter) };
    const load = vi.fn(async () => bundle).mockRejectedValueOnce(new TypeError('offline'));
    wakeIslands(root, load);
    observer.show(element);
    await waitFor(() => expect(said).toHaveBeenCalledOnce());
    expect(element.hasAttribute('aria-busy')).toBe(false);
    fireEvent.click(element.querySelector('button') as HTMLElement);
    expect(element.getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(element.textContent).toBe('6'));
    expect(load).toHaveBeenCalledTimes(2);
    said.mockRestore();
  });

  it.each([
    ['method="post"', true],
    ['method="get" action="/find"', true],
    ['method="dialog"', false],
    ['', false],
  ])('has the browser send <form %s> where its script cannot be had: %s', async (attributes, isSent) => {
    stubObserver();
    const root = page();
    root.innerHTML += `<div data-script="/assets/s.js"><form ${attributes}><input name="method"></form></div>`;
    const form = root.querySelector('form') as HTMLFormElement;
    const submit = vi.spyOn(form, 'submit').mockImplementation(() => {});
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    wakeIslands(root, undefined, () => Promise.reject(new TypeError('offline')));
    fireEvent.submit(form);
    await waitFor(() => expect(said).toHaveBeenCalledOnce());
    expect(submit).toHaveBeenCalledTimes(isSent ? 1 : 0);
  });

  it('keeps what is pressed before the browser has told of what is in view, and on a page that has just come', async () => {
    stubObserver();
    const root = page('');
    const bundle = { hydrate: (one: HTMLElement) => hydrate(one, async () => Counter) };
    wakeIslands(root, async () => bundle);
    (root.firstElementChild as HTMLElement).dataset.islands = '/assets/i.js';
    const element = island();
    fireEvent.click(element.querySelector('button') as HTMLElement);
    expect(element.getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(element.textContent).toBe('6'));
  });

  it('asks for nothing on a page without islands', () => {
    const load = vi.fn();
    wakeIslands(page(''), load);
    expect(load).not.toHaveBeenCalled();
  });
});
