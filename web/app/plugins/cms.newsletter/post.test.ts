import { describe, expect, it } from 'vitest';
import type { ServiceAnswer } from '../contract.ts';
import { passedOn, refusal, viewProps } from '../testing.ts';
import type { NewsletterFields } from './newsletter.ts';
import post from './post.ts';

const fields: NewsletterFields = { askName: 'optional', consent: '<p>I agree.</p>' };

const send = (answer: ServiceAnswer) =>
  passedOn(post, viewProps<NewsletterFields>({ fields, url: '/news', title: 'News' }), answer);

describe('a newsletter’s form that is posted', () => {
  it('goes to cms as it came, and leads back to its place', async () => {
    const { result, passed } = send({ status: 200, body: { accepted: true } });
    expect(await result).toEqual({ redirect: expect.stringMatching(/^\/news\?sent=\d+#newsletter-p$/) });
    expect(passed).toEqual(['cms /private/newsletter-sign-ups?plugin=p&url=%2Fnews&title=News']);
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
        problem: 'Check the marked fields.',
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
    ['contact_script_needed', 'JavaScript'],
    ['contact_trap_sprung', 'hidden field'],
    ['mailing_list_not_configured', 'cannot subscribe here yet'],
    ['something_new', 'could not be accepted'],
  ])('says of %s what to do', async (code, words) => {
    expect(await send(refusal(code)).result).toMatchObject({
      posted: { problem: expect.stringContaining(words) },
    });
  });
});
