import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import start from './form-script.ts';

const FAILED = 'The form could not be sent.';

/** What a form with this in its field looks like, in the page that it stands on. */
const page = (value: string, more = '') =>
  `<div id="page"><div data-script="x"><div id="form-1"><form method="post" data-failed="${FAILED}">${more}
  <input name="f-name" value="${value}"><div class="pw-form-end"><button type="submit">Send</button></div>
  </form></div></div></div>`;

/** Has the site answer forms with this; returns the tickets that were sent. */
function answerWith(status: number, type: string, body: string): string[] {
  const tickets: string[] = [];
  class Sent {
    readonly upload = {};
    readonly status = status;
    readonly responseText = body;
    onload = () => {};
    onloadend = () => {};
    open(): void {}
    setRequestHeader(): void {}
    getResponseHeader = () => type;
    send(data: FormData): void {
      tickets.push(String(data.get('ticket')));
      this.onload();
      this.onloadend();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Sent);
  return tickets;
}

/** Has it answer what is fetched: tickets with puzzles of no difficulty, each another, and pages with this. */
function fetchPages(found: () => Response): void {
  let count = 0;
  const nextTicket = () => ({
    ticket: `t${++count}`,
    difficulty: 0,
    captchaProvider: '',
    captchaSiteKey: '',
  });
  vi.stubGlobal('fetch', async (address: string | URL) =>
    String(address).includes('/tickets') ? Response.json(nextTicket()) : found(),
  );
}

/** Has the connection break off before the answer to a form; returns the tickets that were sent. */
function breakOff(): string[] {
  const tickets: string[] = [];
  class Broken {
    readonly upload = {};
    onerror = () => {};
    onloadend = () => {};
    open(): void {}
    setRequestHeader(): void {}
    send(data: FormData): void {
      tickets.push(String(data.get('ticket')));
      this.onerror();
      this.onloadend();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Broken);
  return tickets;
}

const field = () => document.querySelector<HTMLInputElement>('[name="f-name"]');
const alert = () => document.querySelector('[role=alert]')?.textContent;

async function send(): Promise<void> {
  document.querySelector('form')?.requestSubmit();
  await waitFor(() => expect(document.querySelector('[aria-busy]')).not.toBeNull());
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull());
}

beforeEach(() => {
  document.body.innerHTML = page('');
  start(document.querySelector('[data-script]') as HTMLElement);
  (field() as HTMLInputElement).value = 'Zoe';
  fetchPages(() => new Response());
});

describe('a form that a script sends', () => {
  it.each([503, 500, 404, 403, 401])(
    'stays as it was filled in where a page for %i has it too',
    async (status) => {
      answerWith(status, 'text/html; charset=utf-8', page(''));
      await send();
      expect([field()?.value, alert()]).toEqual(['Zoe', FAILED]);
    },
  );

  it('stays as it was where the answer is a page that was only asked for, as after a redirect', async () => {
    answerWith(200, 'text/html; charset=utf-8', page(''));
    await send();
    expect([field()?.value, alert()]).toEqual(['Zoe', FAILED]);
  });

  it('becomes the one that says what is wrong with it', async () => {
    answerWith(422, 'text/html; charset=utf-8', page('Zoe of the site', '<p role="alert">Too long</p>'));
    await send();
    expect([field()?.value, alert()]).toEqual(['Zoe of the site', 'Too long']);
  });

  it('shows what the page says once it was sent', async () => {
    answerWith(200, 'application/json', JSON.stringify({ location: '/?sent=1#form-1' }));
    fetchPages(() => new Response('<div id="form-1"><p role="status">Thank you</p></div>'));
    document.querySelector('form')?.requestSubmit();
    await waitFor(() => expect(document.querySelector('[role=status]')?.textContent).toBe('Thank you'));
  });

  it('has the browser open what comes after it where a page for errors came instead', async () => {
    answerWith(200, 'application/json', JSON.stringify({ location: '/#form-1' }));
    fetchPages(() => new Response(page('of the page for errors'), { status: 503 }));
    document.querySelector('form')?.requestSubmit();
    await waitFor(() => expect(location.hash).toBe('#form-1'));
    expect(field()?.value).toBe('Zoe');
  });

  it('is sent again with its ticket where no answer came, so that the message is taken once', async () => {
    const unanswered = breakOff();
    await send();
    expect(alert()).toBe(FAILED);
    const answered = answerWith(422, 'text/html; charset=utf-8', page('Zoe', '<p role="alert">Too long</p>'));
    await send();
    expect([unanswered, answered]).toEqual([['t1'], ['t1']]);
    // With an answer the ticket is done with.
    await send();
    expect(answered).toEqual(['t1', 't2']);
  });
});
