import { describe, expect, it } from 'vitest';
import type { PostProps, ServiceAnswer } from '../contract.ts';
import { viewProps } from '../testing.ts';
import post from './post.ts';

type Sent = [service: string, method: string, path: string, body?: object];

function send(form: Record<string, string>, answer: ServiceAnswer, search = '') {
  const sent: Sent[] = [];
  const pass: PostProps['pass'] = async () => answer;
  const call: PostProps['call'] = async (...given) => {
    sent.push(given);
    return answer;
  };
  const result = post({
    ...viewProps({ fields: {} }),
    form,
    search: new URLSearchParams(search),
    call,
    pass,
  });
  return { result, sent };
}

const refusal = (code: string, more: object = {}, status = 401): ServiceAnswer => ({
  status,
  body: { code, title: 'Unauthorized', errors: [], ...more },
});
const typed = { email: 'ada@example.com', password: 'secret secret' };

describe('the login that is posted', () => {
  it('stays here where no page was chosen', async () => {
    const { result } = send(typed, { status: 200, body: {} });
    expect(await result).toEqual({ redirect: undefined });
  });

  it('says of a second step that needs a script that it does', async () => {
    const { result } = send(
      typed,
      refusal('second_factor_needed', { challenge: 'c1', methods: ['passkey'] }),
    );
    expect(await result).toEqual({
      posted: { values: { email: typed.email }, problem: expect.stringContaining('need JavaScript') },
    });
  });

  it('leads back from the second step to the address that says where one was going', async () => {
    const search = 'redirectedFrom=%2Forders%3Fpage%3D2';
    const back = expect.stringMatching(/\?redirectedFrom=%2Forders%3Fpage%3D2$/);
    const asked = refusal('second_factor_needed', { challenge: 'c1', methods: ['totp'] });
    const { result: first } = send(typed, asked, search);
    expect(await first).toMatchObject({ posted: { step: { back } } });
    const code = { challenge: 'c1', methods: 'totp', code: '1' };
    const { result: second } = send(code, refusal('wrong_code'), search);
    expect(await second).toMatchObject({ posted: { step: { back } } });
  });

  it('leads to where a second step is set up', async () => {
    const { result } = send(typed, refusal('second_factor_setup_needed', { challenge: 's1' }));
    expect(await result).toEqual({ posted: { step: 'setUp' } });
  });

  it('says how long to wait after too many attempts', async () => {
    const { result } = send(typed, { ...refusal('too_many_attempts', {}, 429), retryAfter: 170 });
    expect(await result).toMatchObject({ posted: { problem: expect.stringContaining('in 3 minutes') } });
  });

  it('goes on with a second step that was wrong, by the ways that there are', async () => {
    const form = { challenge: 'c1', methods: 'totp sorcery', code: ' 123456 ' };
    const { result, sent } = send(form, refusal('wrong_code'));
    expect(await result).toMatchObject({ posted: { step: { challenge: 'c1', methods: ['totp'] } } });
    expect(sent).toEqual([['auth', 'POST', '/auth/tokens', { challenge: 'c1', code: '123456' }]]);
  });
});
