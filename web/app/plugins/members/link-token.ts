/** The token of a link in a mail, for the plugin of the page that the link leads to. */
import { useEffect, useEffectEvent, useState } from 'react';
import { apiJson } from '../../api/json.ts';
import { ProblemError } from '../../api/problem.ts';
import { tokenInFragment } from '../../identity/link-token.ts';

/** Whether a link was refused because it is used up, too old or wrong. */
export const isUnusable = (error: unknown) =>
  error instanceof ProblemError && error.code === 'token_unusable';

/**
 * The token that the page was opened with, if it is of this plugin's kind. It is taken out of the address at once,
 * so that it stays in no history.
 */
export function useLinkToken(kind: string | null): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const take = () => {
      const found = tokenInFragment(location.hash);
      if (found?.kind !== kind) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      setToken(found.token);
    };
    take();
    // The link may be opened in the very tab that shows the page.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [kind]);
  return token;
}

/** What the link is for, as the service at `path` says: undefined until that is known, null where nobody can say. */
export function useLinkSubject<Subject>(
  path: string,
  token: string,
  onUnusable: () => void,
): Subject | null | undefined {
  const [subject, setSubject] = useState<Subject | null>();
  const end = useEffectEvent(onUnusable);
  useEffect(() => {
    let isGone = false;
    apiJson<Subject>('POST', path, { body: { token } }).then(
      (found) => !isGone && setSubject(found),
      (error: unknown) => {
        if (isGone) return;
        if (isUnusable(error)) end();
        else setSubject(null);
      },
    );
    return () => {
      isGone = true;
    };
  }, [path, token]);
  return subject;
}
