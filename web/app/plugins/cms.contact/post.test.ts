import { describe, expect, it } from 'vitest';
import type { ServiceAnswer } from '../contract.ts';
import { passedOn, refusal, viewProps } from '../testing.ts';
import post from './post.ts';
import type { ContactFields } from './questions.ts';

const fields: ContactFields = {
  fields: [
    { kind: 'email', name: 'email', label: 'Email', isRequired: true },
    { kind: 'checkboxes', name: 'days', label: 'Days', options: 'Mo\nTu', most: 1 },
  ],
};

const send = (answer: ServiceAnswer) =>
  passedOn(post, viewProps<ContactFields>({ fields, url: '/contact', title: 'Write' }), answer);

describe('a contact form that is posted', () => {
  it('goes to cms as it came, and leads back to its place', async () => {
    const { result, passed } = send({ status: 200, body: { accepted: true } });
    expect(await result).toEqual({ redirect: expect.stringMatching(/^\/contact\?sent=\d+#contact-p$/) });
    expect(passed).toEqual(['cms /private/contact-messages?plugin=p&url=%2Fcontact&title=Write']);
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
        problem: 'Check the marked fields.',
        faults: { email: 'Enter a valid email address.', days: 'Choose at most 1.' },
        step: { given: values, isRepeatable: false },
      },
    });
  });

  it.each([
    [{ kind: 'number', least: 1, most: 1_200 }, 'out_of_range', 'Enter a number from 1 to 1,200.'],
    [{ kind: 'number', least: 0 }, 'below_min', 'Enter 0 or more.'],
    [{ kind: 'number', most: 8 }, 'above_max', 'Enter 8 or less.'],
    [
      { kind: 'date', earliest: '2026-12-01', latest: '2026-12-24' },
      'not_in_range',
      'Choose a date from 1 December 2026 to 24 December 2026.',
    ],
    [{ kind: 'date', earliest: '2026-12-01' }, 'not_in_range', 'Choose 1 December 2026 or a later date.'],
    [{ kind: 'date', latest: '2026-12-24' }, 'not_in_range', 'Choose 24 December 2026 or an earlier date.'],
  ] as const)('says which answers a question takes: %j', async (item, code, words) => {
    const own: ContactFields = { fields: [{ ...item, name: 'own', label: 'Own' }] };
    const errors = [{ field: 'own', code, detail: 'x' }];
    const answer = refusal('contact_form_invalid', { errors, values: {} });
    const { result } = passedOn(
      post,
      viewProps<ContactFields>({ fields: own, url: '/contact', title: 'Write' }),
      answer,
    );
    expect(await result).toMatchObject({ posted: { faults: { own: words } } });
  });

  it.each([
    ['contact_script_needed', 'JavaScript'],
    ['contact_trap_sprung', 'hidden field'],
    ['payload_too_large', 'too large'],
    ['file_infected', 'virus'],
    ['email_recipients_missing', 'another way'],
    ['something_new', 'could not be sent'],
  ])('says of %s what to do', async (code, words) => {
    expect(await send(refusal(code)).result).toMatchObject({
      posted: { problem: expect.stringContaining(words) },
    });
  });
});
