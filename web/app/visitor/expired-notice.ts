/** What a page says to a member whose session has ended while it was open. */
import { EXPIRED, RELOAD, STAYS } from '../session/expired-words.ts';

/** Says it, and once it was read has the page shown by `reload` as everybody sees it, unless that would lose something. */
export function sayExpired(isHalfWritten: () => boolean, reload: () => void): void {
  const notice = document.createElement('dialog');
  // Here and not in the style sheet, which every page carries. The colours are the template's, where it has them.
  Object.assign(notice.style, {
    maxWidth: 'min(26rem, calc(100vw - 2rem))',
    padding: '1.5rem',
    border: '1px solid var(--line, currentcolor)',
    borderRadius: '0.75rem',
    background: 'var(--surface, Canvas)',
    color: 'var(--ink, CanvasText)',
    font: '1rem/1.5 var(--interface, system-ui, sans-serif)',
  });
  const words = inWords(document.createElement('p'), 'expired', EXPIRED);
  words.id = 'pw-notice-words';
  notice.setAttribute('aria-labelledby', words.id);
  const button = buttonTo(() => notice.close());
  button.textContent = 'OK';
  button.autofocus = true;
  notice.append(words, button);
  notice.addEventListener('close', () => (isHalfWritten() ? stay(notice, words, reload) : reload()));
  document.body.append(notice);
  notice.showModal();
}

/**
 * Leaves the page with the form that is half-written, and the notice beside it: all that the session alone could show is
 * still there, perhaps on a screen that others use too.
 */
function stay(notice: HTMLDialogElement, words: HTMLElement, reload: () => void): void {
  notice.replaceChildren(
    words,
    inWords(document.createElement('p'), 'expiredStays', STAYS),
    inWords(buttonTo(reload), 'expiredReload', RELOAD),
  );
  Object.assign(notice.style, { position: 'fixed', inset: 'auto 1rem 1rem', zIndex: '2147483647' });
  // Not by its method, which would take the keyboard out of the form.
  notice.open = true;
  // The end of the page can be scrolled out from under it.
  document.body.style.paddingBlockEnd = `${notice.offsetHeight + 32}px`;
}

/** Puts the words into the element, in the page's language, which may be one that there are no words of. */
function inWords(element: HTMLElement, name: string, english: string): HTMLElement {
  const translated = document.querySelector<HTMLElement>('script[data-expired]')?.dataset[name];
  element.textContent = translated ?? english;
  if (translated === undefined) Object.assign(element, { lang: 'en', dir: 'ltr' });
  if (element.localName === 'p') element.style.margin = '0 0 1.25rem';
  return element;
}

function buttonTo(press: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  Object.assign(button.style, {
    minHeight: '2.75rem',
    padding: '0.5rem 1.5rem',
    border: '0',
    borderRadius: 'var(--radius, 0.375rem)',
    background: 'var(--accent, LinkText)',
    color: 'var(--paper, Canvas)',
    font: 'inherit',
    fontWeight: '600',
    cursor: 'pointer',
  });
  button.addEventListener('click', press);
  return button;
}
