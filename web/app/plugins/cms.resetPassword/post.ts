import type { PostProps, PostResult } from '../contract.ts';
import { SENT } from '../members/form.tsx';
import { problemIn, refused } from '../members/refused.ts';

/** Asks for a link without JavaScript. To follow it takes some: its token is in a part of the address that no server sees. */
export default async function post({ form, site, call }: PostProps): Promise<PostResult> {
  const emailAddress = form.emailAddress?.trim() ?? '';
  const answer = await call('cms', 'POST', '/cms/users/reset-password', { emailAddress });
  if (answer.status < 300) return { posted: { step: SENT } };
  return { posted: await refused(problemIn(answer), { emailAddress }, site) };
}
