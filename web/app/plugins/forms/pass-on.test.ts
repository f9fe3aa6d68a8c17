import { describe, expect, it } from 'vitest';
import type { PostProps, ServiceAnswer } from '../contract.ts';
import { passedOn, refusal, viewProps } from '../testing.ts';
import { passOn } from './pass-on.ts';
import { faultInWords } from './refusals.ts';

type Chosen = { successPage?: string };

/** A form with one field, which has words of its own for one refusal. */
const post = (props: PostProps<Chosen>) =>
  passOn(props, {
    route: '/private/letters',
    place: 'letter-p',
    successPage: props.fields.successPage,
    faultInWords: ({ field, code }, words) =>
      field === 'text' ? faultInWords(code, false, words) : undefined,
    refusedInWords: ({ code }) => (code === 'post_office_closed' ? 'The post office is closed.' : undefined),
    failedInWords: () => 'It was not sent.',
  });

function send(answer: ServiceAnswer, fields: Chosen = {}, language = 'en') {
  const props = viewProps<Chosen>({ fields, url: '/write', title: `Write${'!'.repeat(600)}` });
  return passedOn(post, { ...props, site: { ...props.site, language } }, answer);
}

describe('a form that is passed on', () => {
  it('goes to cms with its page, whose title is cut, and leads back to its place', async () => {
    const { result, passed } = send({ status: 200, body: { accepted: true } });
    expect(await result).toEqual({ redirect: expect.stringMatching(/^\/write\?sent=\d+#letter-p$/) });
    const title = `Write${'%21'.repeat(495)}`;
    expect(passed).toEqual([`cms /private/letters?plugin=p&url=%2Fwrite&title=${title}`]);
  });

  it('leads to the page that the editor chose', async () => {
    const { result } = send({ status: 200, body: {} }, { successPage: '/thanks' });
    expect(await result).toEqual({ redirect: '/thanks' });
  });

  it('comes back with what was typed, and with words beside the fields that it has', async () => {
    const errors = [
      { field: 'text', code: 'too_long', detail: 'x' },
      { field: 'not-there', code: 'unknown_field', detail: 'x' },
    ];
    const values = { text: ['Dear all'] };
    const { result } = send(refusal('contact_form_invalid', { errors, values }));
    expect(await result).toEqual({
      posted: {
        problem: 'Check the marked fields.',
        faults: { text: 'This is too long.' },
        step: { given: values, isRepeatable: false },
      },
    });
  });

  it.each([
    ['contact_too_quick', 'wait a few seconds', false],
    ['contact_ticket_missing', 'wait a few seconds', false],
    ['contact_ticket_used', 'send the form again', true],
    ['contact_ticket_expired', 'send the form again', true],
    ['contact_proof_invalid', 'send the form again', false],
    ['captcha_failed', 'not a robot', false],
    ['post_office_closed', 'The post office is closed.', false],
    ['something_new', 'It was not sent.', false],
  ])('says of %s what to do', async (code, words, isRepeatable) => {
    expect(await send(refusal(code)).result).toEqual({
      posted: { problem: expect.stringContaining(words), faults: {}, step: { given: {}, isRepeatable } },
    });
  });

  it('says how long to wait after too many', async () => {
    const { result } = send({ ...refusal('contact_too_many', {}, 429), retryAfter: 170 });
    expect(await result).toMatchObject({ posted: { problem: expect.stringContaining('in 3 minutes') } });
  });
});
