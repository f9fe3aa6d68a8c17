import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiJson } from '../api/json.ts';
import { CLAIMS_KEY, type Claims } from '../session/claims.ts';
import { EXPIRED } from '../session/expired-words.ts';
import { endSession } from '../session/member-tokens.ts';
import { answerCalls, claimsWith } from '../testing/screen.tsx';
import { followSession } from './session.ts';

const MINUTE = 60_000;
let stop: (() => void) | undefined;
const reload = vi.fn();
let isHalfWritten = false;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-10T12:00:00Z') });
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

afterEach(() => {
  stop?.();
  stop = undefined;
  reload.mockReset();
  isHalfWritten = false;
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const store = (claims: Claims) => localStorage.setItem(CLAIMS_KEY, JSON.stringify(claims));
const stored = (): Claims | null => JSON.parse(localStorage.getItem(CLAIMS_KEY) ?? 'null');
const lapsed = () => ({ ...claimsWith('members'), exp: Date.now() / 1000 - 60 });
const granted = () => ({ body: { public: { claims: claimsWith('members') } } });

/** The page's script, as the server draws it. */
const pageFor = (whom: 'anybody' | 'member') => {
  const script = document.createElement('script');
  script.type = 'text/plain';
  script.dataset.session = '/assets/session.js';
  script.dataset[whom] = '';
  document.body.replaceChildren(script);
};

const start = async () => {
  stop = await followSession(() => isHalfWritten, reload);
};

describe('followSession', () => {
  it('renews after a quarter of the lifetime, again and again', async () => {
    const calls = answerCalls(granted);
    store(claimsWith('members'));
    await start();
    await vi.advanceTimersByTimeAsync(10 * MINUTE + 1);
    expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/auth/tokens', { refresh: true }],
      ['POST', '/auth/tokens', { refresh: true }],
    ]);
    expect(reload).not.toHaveBeenCalled();
  });

  it('asks for the page again when claims that had run out are renewed', async () => {
    answerCalls(granted);
    store(lapsed());
    await start();
    expect(stored()?.scopes).toEqual(['members']);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('takes up a login that was posted without a script', async () => {
    const calls = answerCalls(granted);
    pageFor('member');
    await start();
    expect(calls.map(({ body }) => body)).toEqual([{ refresh: true }]);
    expect(stored()?.scopes).toEqual(['members']);
    expect(reload).not.toHaveBeenCalled();
  });

  it('ends a session that somebody left while the server did not answer, and takes nothing up of it', async () => {
    let isAway = true;
    const calls = answerCalls(() => (isAway ? { status: 503 } : { status: 204 }));
    store(claimsWith('members'));
    await endSession();
    expect(stored()).toBeNull();
    // The cookies are still there, so the page comes as for a member.
    pageFor('member');
    await start();
    stop?.();
    expect(reload).not.toHaveBeenCalled();
    isAway = false;
    await start();
    expect(calls.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'DELETE']);
    expect(stored()).toBeNull();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('leaves a page as it is that was made for nobody, where it ends such a session', async () => {
    answerCalls(() => ({ status: 503 }));
    await endSession();
    const calls = answerCalls(() => ({ status: 204 }));
    await start();
    expect(calls.map(({ method }) => method)).toEqual(['DELETE']);
    expect(reload).not.toHaveBeenCalled();
  });

  it('leaves a page as it is whose session cannot be taken up', async () => {
    answerCalls(() => ({ status: 401 }));
    pageFor('member');
    await start();
    expect(stored()).toBeNull();
    expect(document.querySelector('dialog')).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  it('says nothing of a session that was over before the page was opened', async () => {
    answerCalls(() => ({ status: 401 }));
    store(lapsed());
    await start();
    expect(stored()).toBeNull();
    expect(document.querySelector('dialog')).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  it('says at once that a session was ended elsewhere, when the page comes as for nobody', async () => {
    const calls = answerCalls(() => ({ status: 401 }));
    pageFor('anybody');
    store(claimsWith('members'));
    await start();
    expect(calls).toHaveLength(1);
    expect(stored()).toBeNull();
    expect(document.querySelector('dialog')?.textContent).toContain('automatically logged out');
    document.querySelector('dialog')?.querySelector('button')?.click();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('asks nothing when the page came for who is logged in', async () => {
    const calls = answerCalls(() => ({ status: 401 }));
    pageFor('member');
    store(claimsWith('members'));
    await start();
    expect(calls).toEqual([]);
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('asks once more, and only once, for a page that came for nobody although the session goes on', async () => {
    answerCalls(granted);
    pageFor('anybody');
    store(claimsWith('members'));
    await start();
    expect(reload).toHaveBeenCalledOnce();
    stop?.();
    await start();
    expect(reload).toHaveBeenCalledOnce();
    stop?.();
    pageFor('member');
    await start();
    stop?.();
    pageFor('anybody');
    await start();
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('leaves the page as it is when nobody can tell', async () => {
    answerCalls(() => ({ status: 503 }));
    pageFor('anybody');
    store(claimsWith('members'));
    await start();
    expect(stored()).not.toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  it('says that a session has ended while the page was open, and reloads once it was read', async () => {
    answerCalls(() => ({ status: 401 }));
    store(claimsWith('members'));
    await start();
    await vi.advanceTimersByTimeAsync(5 * MINUTE + 1);
    expect(stored()).toBeNull();
    expect(document.querySelector('dialog')?.textContent).toContain(
      'Your session has expired so you have been automatically logged out.',
    );
    expect(reload).not.toHaveBeenCalled();
    document.querySelector('dialog')?.querySelector('button')?.click();
    expect(reload).toHaveBeenCalledOnce();
  });

  describe('with a form half-written', () => {
    const notice = () => document.querySelector('dialog');
    const press = (name: string) =>
      [...(notice()?.querySelectorAll('button') ?? [])].find((each) => each.textContent === name)?.click();

    beforeEach(() => {
      isHalfWritten = true;
    });

    it('leaves the page as it is when the session has ended, and goes on saying so until it is shown anew', async () => {
      answerCalls(() => ({ status: 401 }));
      store(claimsWith('members'));
      await start();
      await vi.advanceTimersByTimeAsync(5 * MINUTE + 1);
      press('OK');
      expect(reload).not.toHaveBeenCalled();
      expect(notice()?.open).toBe(true);
      expect(notice()?.textContent).toContain('automatically logged out');
      expect(notice()?.textContent).toContain('nothing you typed is lost');
      press('Reload the page');
      expect(reload).toHaveBeenCalledOnce();
    });

    it('leaves a page as it is that was made for nobody and would be another for the session', async () => {
      answerCalls(granted);
      store(lapsed());
      await start();
      stop?.();
      pageFor('anybody');
      await start();
      expect(stored()?.scopes).toEqual(['members']);
      expect(reload).not.toHaveBeenCalled();
      // What is typed is sent; the next page is the member's.
      stop?.();
      isHalfWritten = false;
      await start();
      expect(reload).toHaveBeenCalledOnce();
    });

    it('shows a page anew all the same that is for a member who has logged out', async () => {
      let isAway = true;
      answerCalls(() => (isAway ? { status: 503 } : { status: 204 }));
      store(claimsWith('members'));
      await endSession();
      pageFor('member');
      isAway = false;
      await start();
      expect(reload).toHaveBeenCalledOnce();
    });
  });

  it.each([
    ['en', undefined],
    ['', 'Sie wurden abgemeldet.'],
  ])('says so as the page does, else in English that is marked as such: “%s”', async (lang, words) => {
    answerCalls(() => ({ status: 401 }));
    store(claimsWith('members'));
    pageFor('member');
    if (words) Object.assign(document.querySelector('script')?.dataset ?? {}, { expired: words });
    await start();
    await vi.advanceTimersByTimeAsync(5 * MINUTE + 1);
    const said = document.querySelector<HTMLElement>('dialog p');
    expect([said?.lang, said?.textContent]).toEqual([lang, words ?? EXPIRED]);
  });

  it('says so at once when what a member does is refused, since the session was ended elsewhere', async () => {
    answerCalls(() => ({ status: 401, body: { code: 'session_revoked' } }));
    store(claimsWith('members'));
    await start();
    await expect(apiJson('PUT', '/auth/people/p', { body: {} })).rejects.toThrow();
    expect(stored()).toBeNull();
    expect(document.querySelector('dialog')?.textContent).toContain('automatically logged out');
  });

  it('repeats what was refused because the token had run out', async () => {
    let isRenewed = false;
    const calls = answerCalls(({ path }) => {
      if (path === '/auth/tokens') isRenewed = true;
      else if (!isRenewed) return { status: 401, body: { code: 'token_invalid' } };
      return path === '/auth/tokens' ? granted() : { body: { done: true } };
    });
    store(claimsWith('members'));
    await start();
    await expect(apiJson('PUT', '/auth/people/p', { body: {} })).resolves.toEqual({ done: true });
    expect(calls.map(({ path }) => path)).toEqual(['/auth/people/p', '/auth/tokens', '/auth/people/p']);
  });

  it.each([502, 503, 504])('ignores %i and asks again', async (status) => {
    const calls = answerCalls(() => ({ status }));
    store(claimsWith('members'));
    await start();
    await vi.advanceTimersByTimeAsync(9 * MINUTE);
    expect(calls.length).toBe(2);
    expect(stored()).not.toBeNull();
  });
});
