import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isHalfWritten, isUnsaved } from './half-written.ts';
import { revisit, visit } from './navigate.ts';

const FORM = `<div id="page"><form method="post">
  <input name="name" value="Zoe"><textarea name="words">
Dear all</textarea><input type="checkbox" name="yes" checked><input type="hidden" name="id" value="1">
  <select name="room"><option disabled>Choose</option><option>Blue</option><option>Red</option></select>
  <select name="days" multiple><option selected>Monday</option><option>Tuesday</option></select>
  <input type="file" name="picture"><input type="password" name="code"><button>Send</button>
</form></div>`;

const control = <Control extends HTMLElement = HTMLInputElement>(name: string) =>
  document.querySelector<Control>(`#page [name="${name}"]`) as Control;

const form = () => document.querySelector<HTMLFormElement>('#page form');
const drawByScript = () => form()?.setAttribute('method', 'dialog');
const markUnsaved = () => form()?.setAttribute('data-unsaved', 'true');

beforeEach(() => {
  document.body.innerHTML = FORM;
});

describe('a form', () => {
  it('is not half-written as it comes', () => {
    expect(isHalfWritten()).toBe(false);
    control<HTMLSelectElement>('room').selectedIndex = 1;
    expect(isHalfWritten()).toBe(false);
  });

  it.each<[string, () => void]>([
    ['a text', () => (control('name').value = 'Ida')],
    ['a longer text', () => (control<HTMLTextAreaElement>('words').value = 'Dear')],
    ['a box', () => (control('yes').checked = false)],
    ['a choice', () => (control<HTMLSelectElement>('room').value = 'Red')],
    [
      'one of several choices',
      () => ((control<HTMLSelectElement>('days').options[1] as HTMLOptionElement).selected = true),
    ],
    ['a file', () => Object.defineProperty(control('picture'), 'value', { value: 'C:\\fakepath\\a.png' })],
  ])('is half-written with %s of its own', (_what, change) => {
    change();
    expect(isHalfWritten()).toBe(true);
  });

  it('is not by a password, which no browser gives back', () => {
    control('code').value = 'secret';
    expect(isHalfWritten()).toBe(false);
  });

  it('is none where it asks for a page, as a search does', () => {
    document.querySelector('#page form')?.setAttribute('method', 'get');
    control('name').value = 'Ida';
    expect(isHalfWritten()).toBe(false);
  });

  it('is where a script has drawn it and says so', () => {
    drawByScript();
    control('name').value = 'Ida';
    expect([isHalfWritten(), isUnsaved()]).toEqual([false, false]);
    markUnsaved();
    expect([isHalfWritten(), isUnsaved()]).toEqual([true, true]);
  });
});

describe('another page', () => {
  const assign = vi.fn();
  const fetched = vi.fn(async (address: URL) => {
    const html = address.pathname === '/next' ? '<div id="page">Next</div>' : FORM;
    return new Response(html, { headers: { 'content-type': 'text/html' } });
  });
  const next = new URL('/next', location.origin);
  const { href, origin, pathname, search } = location;

  beforeEach(() => {
    // What is announced later would be so in the document of another test.
    vi.useFakeTimers();
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('scrollTo', () => {});
    at(href);
  });
  afterEach(() => {
    for (const stub of [assign, fetched]) stub.mockClear();
  });

  /** Stubs where the browser is. */
  const at = (address: string) =>
    vi.stubGlobal('location', { href: address, origin, pathname, search, assign });
  const shown = () => document.getElementById('page')?.textContent;

  it('is loaded whole where a form would lose what is in it, which the browser keeps', async () => {
    control('name').value = 'Ida';
    await visit(next);
    expect(assign).toHaveBeenCalledWith(next);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('is shown in place where there is nothing to lose', async () => {
    await visit(next);
    expect(assign).not.toHaveBeenCalled();
    expect(shown()).toBe('Next');
    at(href);
    await revisit(null);
    expect(control('name').value).toBe('Zoe');
  });

  it('is shown in place by Back, and Forward leads to the form as it was left', async () => {
    const form = document.querySelector('#page form');
    control('name').value = 'Ida';
    at(next.href);
    await revisit(null);
    expect(shown()).toBe('Next');
    at(href);
    await revisit(null);
    expect([control('name').value, document.querySelector('#page form')]).toEqual(['Ida', form]);
    // A link to it leads to the page as it is by now.
    control('name').value = 'Zoe';
    await visit(next);
    await visit(new URL(href));
    expect(document.querySelector('#page form')).not.toBe(form);
  });

  describe('where a script has drawn a form, which no browser brings back', () => {
    const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

    beforeEach(async () => {
      // The page of the test before may be another.
      await revisit(null);
      fetched.mockClear();
      drawByScript();
      markUnsaved();
      control('name').value = 'Ida';
    });

    it('is shown in place, and Back leads to the form as it was left, whatever was read meanwhile', async () => {
      const before = form();
      await visit(next);
      expect([assign.mock.calls, shown()]).toEqual([[], 'Next']);
      at(next.href);
      await visit(new URL('/next?more=1', origin));
      at(href);
      await revisit(null);
      expect([control('name').value, form()]).toEqual(['Ida', before]);
    });

    it('tells what is left, so that it goes on working', async () => {
      const left = vi.fn();
      const page = document.getElementById('page');
      const listen = (event: Event) => left((event as CustomEvent).detail.left);
      addEventListener('pagewright:navigated', listen);
      await visit(next);
      removeEventListener('pagewright:navigated', listen);
      expect(left.mock.calls).toEqual([[page]]);
    });

    it('asks first where it has to be loaded whole, and once', async () => {
      fetched.mockResolvedValueOnce(new Response('', { headers: { 'content-type': 'application/pdf' } }));
      await visit(next);
      expect(assign).toHaveBeenCalledWith(next);
      expect([isAsked(), isAsked()]).toEqual([true, false]);
    });

    it('asks before it is loaded anew', async () => {
      await visit(new URL(href));
      expect(fetched).not.toHaveBeenCalled();
      expect(assign).toHaveBeenCalledOnce();
      expect(isAsked()).toBe(true);
    });
  });
});
