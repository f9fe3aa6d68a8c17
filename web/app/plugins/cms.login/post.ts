import { msg } from '@lingui/core/macro';
import { wordsOf } from '#words/i18n.ts';
import type { ProblemError } from '../../api/problem.ts';
import { secondAfter, secondOf } from '../../identity/second-factor.ts';
import { pathOnThisSite } from '../../session/redirected-from.ts';
import type { PostProps, PostResult } from '../contract.ts';
import { codeWords, takesCode } from '../members/code-words.ts';
import { logOut } from '../members/log-out.ts';
import { problemIn, refused } from '../members/refused.ts';
import { LOG_OUT } from './log-out-field.ts';
import type { LoginFields, LoginStep } from './render.tsx';
import { wrong } from './words.ts';

const NEEDS_SCRIPT = msg`Your second step is a passkey, and passkeys need JavaScript.`;

type Props = PostProps<LoginFields>;

/** Logs in and out without JavaScript: by password, and by a code where the account has a second step. */
export default function post(props: Props): Promise<PostResult> {
  const { form } = props;
  if (form[LOG_OUT] !== undefined) return logOut(props);
  return form.challenge === undefined ? byPassword(props) : byCode(props, form.challenge);
}

async function byPassword({ form, call, ...at }: Props): Promise<PostResult> {
  const email = form.email?.trim() ?? '';
  const answer = await call('auth', 'POST', '/auth/tokens', { email, password: form.password ?? '' });
  if (answer.status < 300) return { redirect: destination(at) };
  const problem = problemIn(answer);
  const step = stepAfter(problem);
  if (!step) return { posted: await refused(problem, { email }, at.site, wrong) };
  if (step !== 'setUp' && !takesCode(step))
    return { posted: { values: { email }, problem: wordsOf(at.site.language)._(NEEDS_SCRIPT) } };
  return { posted: { step: step === 'setUp' ? step : { ...step, back: addressOf(at) } } };
}

async function byCode({ form, call, ...at }: Props, challenge: string): Promise<PostResult> {
  const body = { challenge, code: form.code?.trim() ?? '' };
  const answer = await call('auth', 'POST', '/auth/tokens', body);
  if (answer.status < 300) return { redirect: destination(at) };
  const problem = problemIn(answer);
  const second = secondOf(challenge, form.methods?.split(' '));
  const posted = await refused(problem, {}, at.site, codeWords(second).words);
  // A challenge that is over leads back to the password.
  return {
    posted:
      problem.code === 'challenge_expired' ? posted : { ...posted, step: { ...second, back: addressOf(at) } },
  };
}

function stepAfter(problem: ProblemError): LoginStep | undefined {
  return problem.code === 'second_factor_setup_needed' ? 'setUp' : secondAfter(problem);
}

/** The address that the form was posted to. */
function addressOf({ page, search }: Pick<Props, 'page' | 'search'>): string {
  return search.size > 0 ? `${page.url}?${search}` : page.url;
}

/** To where one was going, else to the page that the editor chose, else here again. */
function destination({ search, fields }: Pick<Props, 'search' | 'fields'>): string | undefined {
  return pathOnThisSite(search.get('redirectedFrom')) ?? (fields.afterLogin || undefined);
}
