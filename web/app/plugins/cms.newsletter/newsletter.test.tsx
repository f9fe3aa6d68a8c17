import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Posted, Query } from '../contract.ts';
import { sentMark } from '../forms/sending.ts';
import { viewProps } from '../testing.ts';
import type { NewsletterFields } from './newsletter.ts';
import Newsletter from './render.tsx';

const fields: NewsletterFields = {
  heading: 'News',
  text: '<p>Once a month.</p>',
  askName: 'optional',
  consent: '<p>I <a href="/privacy">agree</a>.</p>',
  message: '<p>Almost done.</p>',
};

function drawn(changed: NewsletterFields = {}, more: { query?: Query; posted?: Posted } = {}): Document {
  const props = viewProps<NewsletterFields>({ fields: { ...fields, ...changed }, query: more.query ?? {} });
  const html = renderToStaticMarkup(<Newsletter {...props} posted={more.posted} />);
  return new DOMParser().parseFromString(html, 'text/html');
}

const names = (page: Document) =>
  [...page.querySelectorAll<HTMLInputElement>('input[name^="f-"]')].map(({ name, required }) => [
    name,
    required,
  ]);

describe('the form of a newsletter', () => {
  it('asks for what the editor has chosen', () => {
    expect(names(drawn())).toEqual([
      ['f-email', true],
      ['f-name', false],
      ['f-consent', true],
    ]);
    expect(names(drawn({ askName: 'required', consent: '' }))).toEqual([
      ['f-email', true],
      ['f-name', true],
    ]);
    // As an editor leaves it who has emptied it.
    expect(names(drawn({ consent: '<p></p><p> &nbsp;</p>' })).map(([name]) => name)).toEqual([
      'f-email',
      'f-name',
    ]);
    expect(names(drawn({ askName: 'no' })).map(([name]) => name)).toEqual(['f-email', 'f-consent']);
  });

  it('posts to its page, where what people agree to is a label with its link', () => {
    const page = drawn();
    const form = page.querySelector('form');
    expect([form?.getAttribute('action'), form?.getAttribute('enctype')]).toEqual([
      '?pw-plugin=p',
      'multipart/form-data',
    ]);
    const box = page.querySelector('[name=f-consent]');
    const label = page.querySelector(`label[for="${box?.id}"]`);
    expect([label?.querySelector('a')?.getAttribute('href'), label?.querySelector('p')]).toEqual([
      '/privacy',
      null,
    ]);
    expect(page.querySelector('[name=f-email]')?.getAttribute('autocomplete')).toBe('email');
  });

  it('says what comes next to whoever has sent it, and only at its own mark', () => {
    const sent = sentMark('p');
    expect(drawn({}, { query: { sent } }).querySelector('[role=status]')?.textContent).toBe('Almost done.');
    for (const message of ['<p></p>', undefined])
      expect(drawn({ message }, { query: { sent } }).querySelector('[role=status]')?.textContent).toMatch(
        /^Almost done: you will get an email/,
      );
    expect(drawn({}, { query: { sent: (sent % 999) + 1 } }).querySelector('form')).not.toBeNull();
  });

  it('comes back with what was typed and the fault in hand', () => {
    const page = drawn(
      {},
      {
        posted: {
          problem: 'Check the marked fields.',
          faults: { email: 'Enter a valid email address.' },
          step: { given: { email: ['zoe@'], name: ['Zoë'], consent: ['yes'] }, isRepeatable: false },
        },
      },
    );
    const email = page.querySelector('[name=f-email]');
    expect([email?.getAttribute('value'), email?.getAttribute('aria-invalid')]).toEqual(['zoe@', 'true']);
    expect(email?.hasAttribute('autofocus')).toBe(true);
    expect(page.getElementById(email?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Enter a valid email address.',
    );
    expect(page.querySelector('[name=f-consent]')?.hasAttribute('checked')).toBe(true);
  });
});
