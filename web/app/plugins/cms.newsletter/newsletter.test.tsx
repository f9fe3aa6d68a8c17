import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Posted, PostProps, Query, ServiceAnswer } from '../contract.ts';
import { sentMark } from '../forms/sending.ts';
import { viewProps } from '../testing.ts';
import type { NewsletterFields } from './newsletter.ts';
import post from './post.ts';
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
    expect(drawn({}, { query: { sent: (sent % 999) + 1 } }).querySelector('form')).not.toBeNull();
  });

  it('comes back with what was typed and the fault in hand', () => {
    const page = drawn(
      {},
      {
        posted: {
          problem: 'Please check what is marked.',
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

function send(answer: ServiceAnswer, more: NewsletterFields = {}) {
  const passed: string[] = [];
  const props = viewProps<NewsletterFields>({ fields: { ...fields, ...more }, url: '/news', title: 'News' });
  const pass: PostProps['pass'] = async (service, path) => {
    passed.push(`${service} ${path}`);
    return answer;
  };
  const call: PostProps['call'] = () => Promise.reject(new Error('nothing else is called'));
  return { result: post({ ...props, form: {}, search: new URLSearchParams(), call, pass }), passed };
}

const refusal = (code: string, more: object = {}, status = 422): ServiceAnswer => ({
  status,
  body: { code, title: 'No', errors: [], ...more },
});

describe('a newsletter’s form that is posted', () => {
  it('goes to cms as it came, with its page', async () => {
    const { result, passed } = send({ status: 200, body: { accepted: true } });
    expect(await result).toEqual({ redirect: expect.stringMatching(/^\/news\?sent=\d+#newsletter-p$/) });
    expect(passed).toEqual(['cms /private/newsletter-sign-ups?plugin=p&url=%2Fnews&title=News']);
  });

  it('leads to the page that the editor chose', async () => {
    const { result } = send({ status: 200, body: {} }, { successPage: '/thanks' });
    expect(await result).toEqual({ redirect: '/thanks' });
  });

  it('comes back with words beside what is wrong', async () => {
    const errors = [
      { field: 'email', code: 'invalid_email', detail: 'x' },
      { field: 'name', code: 'too_long', detail: 'x' },
      { field: 'consent', code: 'required', detail: 'x' },
      { field: 'listKey', code: 'unknown_field', detail: 'x' },
    ];
    const values = { email: ['zoe@'] };
    const { result } = send(refusal('contact_form_invalid', { errors, values }));
    expect(await result).toEqual({
      posted: {
        problem: 'Please check what is marked.',
        faults: {
          email: 'Enter a valid email address.',
          name: 'This is too long.',
          consent: 'Please agree to this.',
        },
        step: { given: values, isRepeatable: false },
      },
    });
  });

  it.each([
    ['contact_too_quick', 'wait a few seconds', false],
    ['contact_ticket_used', 'once more', true],
    ['contact_script_needed', 'JavaScript', false],
    ['contact_trap_sprung', 'hidden field', false],
    ['mailing_list_not_configured', 'cannot subscribe here yet', false],
    ['something_new', 'could not be taken', false],
  ])('says of %s what to do', async (code, words, isRepeatable) => {
    const { posted } = (await send(refusal(code)).result) as { posted: Posted };
    expect(posted.problem).toContain(words);
    expect(posted.step).toEqual({ given: {}, isRepeatable });
  });
});
