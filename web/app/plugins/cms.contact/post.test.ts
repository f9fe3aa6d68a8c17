import { describe, expect, it } from 'vitest';
import type { PostProps, ServiceAnswer } from '../contract.ts';
import { viewProps } from '../testing.ts';
import post from './post.ts';
import type { ContactFields } from './questions.ts';

const fields: ContactFields = {
  fields: [
    { kind: 'email', name: 'email', label: 'Email', isRequired: true },
    { kind: 'checkboxes', name: 'days', label: 'Days', options: 'Mo\nTu', most: 1 },
  ],
};

function send(answer: ServiceAnswer, more: ContactFields = {}, language = 'en') {
  const passed: string[] = [];
  const props = viewProps<ContactFields>({ fields: { ...fields, ...more }, url: '/contact', title: 'Write' });
  const pass: PostProps['pass'] = async (service, path) => {
    passed.push(`${service} ${path}`);
    return answer;
  };
  const call: PostProps['call'] = () => Promise.reject(new Error('nothing else is called'));
  const site = { ...props.site, language };
  const result = post({ ...props, site, form: {}, search: new URLSearchParams(), call, pass });
  return { result, passed };
}

const refusal = (code: string, more: object = {}, status = 422): ServiceAnswer => ({
  status,
  body: { code, title: 'No', errors: [], ...more },
});

describe('a contact form that is posted', () => {
  it('goes to cms as it came, with its page', async () => {
    const { result, passed } = send({ status: 200, body: { accepted: true } });
    expect(await result).toEqual({ redirect: expect.stringMatching(/^\/contact\?sent=\d+#contact-p$/) });
    expect(passed).toEqual(['cms /private/contact-messages?plugin=p&url=%2Fcontact&title=Write']);
  });

  it('leads to the page that the editor chose', async () => {
    const { result } = send({ status: 200, body: {} }, { successPage: '/thanks' });
    expect(await result).toEqual({ redirect: '/thanks' });
  });

  it('comes back with what was typed, and with words beside the fields that are wrong', async () => {
    const errors = [
      { field: 'email', code: 'invalid_email', detail: 'x' },
      { field: 'days', code: 'too_many', detail: 'x' },
      { field: 'not-there', code: 'unknown_field', detail: 'x' },
    ];
    const values = { email: ['zoe@'], days: ['Mo', 'Tu'] };
    const { result } = send(refusal('contact_form_invalid', { errors, values }));
    expect(await result).toEqual({
      posted: {
        problem: 'Please check what is marked.',
        faults: { email: 'Enter a valid email address.', days: 'Choose at most 1.' },
        step: { given: values, isRepeatable: false },
      },
    });
  });

  it.each([
    ['contact_too_quick', 'wait a few seconds', false],
    ['contact_ticket_used', 'once more', true],
    ['contact_script_needed', 'JavaScript', false],
    ['contact_trap_sprung', 'hidden field', false],
    ['payload_too_large', 'too large', false],
    ['file_infected', 'virus', false],
    ['email_recipients_missing', 'another way', false],
    ['something_new', 'could not be sent', false],
  ])('says of %s what to do', async (code, words, isRepeatable) => {
    expect(await send(refusal(code)).result).toMatchObject({
      posted: { problem: expect.stringContaining(words), step: { isRepeatable } },
    });
  });

  it('says how long to wait after too many messages', async () => {
    const { result } = send({ ...refusal('contact_too_many', {}, 429), retryAfter: 170 });
    expect(await result).toMatchObject({ posted: { problem: expect.stringContaining('in 3 minutes') } });
  });
});
