import type { PostProps, PostResult } from '../contract.ts';
import { SENT } from '../members/form.tsx';
import { problemIn, refused } from '../members/refused.ts';

/** Registers without JavaScript. No script says where the visitor is: the account gets the site's time zone. */
export default async function post({ form, site, call }: PostProps): Promise<PostResult> {
  const { firstName = '', lastName = '', emailAddress = '' } = form;
  const shown = { firstName, lastName, emailAddress };
  const answer = await call('auth', 'POST', '/auth/registrations', {
    ...shown,
    timezone: site.timeZone,
  });
  if (answer.status < 300) return { posted: { step: SENT } };
  return { posted: await refused(problemIn(answer), shown, site) };
}
