import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Posted, Query } from '../contract.ts';
import { sentMark } from '../forms/sending.ts';
import { viewProps } from '../testing.ts';
import manifest from './manifest.ts';
import type { ContactFields } from './questions.ts';
import Contact from './render.tsx';

const fields: ContactFields = {
  heading: 'Write to us',
  message: '<p>Thank you.</p>',
  fields: [
    { kind: 'text', name: 'name', label: 'Name', isRequired: true, autoComplete: 'name' },
    { kind: 'email', name: 'email', label: 'Email' },
    { kind: 'radios', name: 'room', label: 'Room', options: 'Blue\nRed', isRequired: true },
    { kind: 'text', name: 'why', label: 'Why?', isRequired: true, when: 'room', equals: 'Red' },
    { kind: 'file', name: 'file', label: 'File', accepts: ['images'] },
    { kind: 'consent', name: 'ok', label: 'Privacy', statement: '<p>I <a href="/privacy">agree</a>.</p>' },
  ],
};

function drawn(more: { query?: Query; posted?: Posted; message?: string } = {}): Document {
  const shown = { ...fields, message: more.message ?? fields.message };
  const props = {
    ...viewProps<ContactFields>({ fields: shown, query: more.query ?? {} }),
    posted: more.posted,
  };
  const html = renderToStaticMarkup(<Contact {...props} />);
  return new DOMParser().parseFromString(html, 'text/html');
}

describe('the contact form', () => {
  it('is the specification’s', () => {
    expect([manifest.label, manifest.modal.hasAdvanced]).toEqual(['Contact', true]);
    expect(manifest.tooltip).toContain('customisable contact form');
  });

  it('posts files to its page', () => {
    const form = drawn().querySelector('form');
    expect(form?.getAttribute('action')).toBe('?pw-plugin=p');
    expect([form?.getAttribute('enctype'), form?.getAttribute('method')]).toEqual([
      'multipart/form-data',
      'post',
    ]);
  });

  it('asks for what browsers can fill in and check', () => {
    const page = drawn();
    expect(page.querySelector('[name=f-name]')?.getAttribute('autocomplete')).toBe('name');
    expect(page.querySelector('[name=f-name]')?.hasAttribute('required')).toBe(true);
    expect(page.querySelector('[name=f-email]')?.getAttribute('type')).toBe('email');
    expect(page.querySelector('[name=f-file]')?.getAttribute('accept')).toBe('image/*');
  });

  it('has its label for a consent whose words were emptied', () => {
    const emptied: ContactFields = {
      fields: [{ kind: 'consent', name: 'ok', label: 'Privacy', statement: '<p></p><p></p>' }],
    };
    const html = renderToStaticMarkup(<Contact {...viewProps<ContactFields>({ fields: emptied })} />);
    expect(new DOMParser().parseFromString(html, 'text/html').querySelector('label')?.textContent).toContain(
      'Privacy',
    );
  });

  it('does not require what may not be asked for', () => {
    const input = drawn().querySelector<HTMLInputElement>('[name=f-why]');
    expect([input?.hasAttribute('required'), input?.dataset.required]).toEqual([false, 'true']);
    expect(input?.closest<HTMLElement>('[data-when]')?.dataset.equals).toBe('Red');
  });

  it('thanks whoever has sent it, and only at its own mark', () => {
    const sent = sentMark('p');
    expect(drawn({ query: { sent } }).querySelector('[role=status]')?.textContent).toBe('Thank you.');
    // As an editor leaves it who has emptied it.
    expect(
      drawn({ message: '<p></p>', query: { sent } }).querySelector('[role=status]')?.textContent,
    ).toMatch(/^Thank you\. Your message is on its way/);
    expect(drawn({ query: { sent: (sent % 999) + 1 } }).querySelector('form')).not.toBeNull();
  });

  it('comes back with what was typed, faults beside their fields, and the first of them in hand', () => {
    const page = drawn({
      posted: {
        problem: 'Check the marked fields.',
        faults: { name: 'Please fill this in.', room: 'Choose one.' },
        step: { given: { email: ['zoe@example.org'], room: ['Red'], ok: ['yes'] } },
      },
    });
    expect(page.querySelector<HTMLInputElement>('[name=f-email]')?.getAttribute('value')).toBe(
      'zoe@example.org',
    );
    expect(page.querySelector('[value=Red]')?.hasAttribute('checked')).toBe(true);
    expect(page.querySelector('[name=f-ok]')?.hasAttribute('checked')).toBe(true);
    const name = page.querySelector('[name=f-name]');
    expect([name?.getAttribute('aria-invalid'), name?.hasAttribute('autofocus')]).toEqual(['true', true]);
    expect(page.getElementById(name?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Please fill this in.',
    );
    const links = [...page.querySelectorAll('[role=alert] a')].map((link) => link.getAttribute('href'));
    expect(links.map((href) => page.getElementById(href?.slice(1) ?? '') !== null)).toEqual([true, true]);
  });
});
