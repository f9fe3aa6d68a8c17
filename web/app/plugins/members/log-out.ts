/** On the server: logging out by a form that posts to its page. */
import { t } from '@lingui/core/macro';
import { wordsOf } from '#words/i18n.ts';
import type { PostProps, PostResult } from '../contract.ts';

export async function logOut({ call, site }: Pick<PostProps, 'call' | 'site'>): Promise<PostResult> {
  const { status } = await call('auth', 'DELETE', '/auth/tokens');
  // Who is logged out already has what they want.
  if (status < 300 || status === 401) return {};
  return {
    posted: { problem: t(wordsOf(site.language))`You could not be logged out. Try again in a moment.` },
  };
}
