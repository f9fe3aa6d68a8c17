import { t } from '@lingui/core/macro';
import { wordsOf } from '#words/i18n.ts';
import type { PostProps, PostResult } from '../contract.ts';

/** Logs out without JavaScript. */
export default async function post({ call, site }: PostProps): Promise<PostResult> {
  const { status } = await call('auth', 'DELETE', '/auth/tokens');
  // Who is logged out already has what they want.
  if (status < 300 || status === 401) return {};
  return {
    problem: t(wordsOf(site.language))`You could not be logged out. Try again in a moment.`,
    faults: {},
  };
}
