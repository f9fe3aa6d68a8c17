/** The token of a link in a mail, for the plugin of the page that the link leads to. */
import { useEffect, useState } from 'react';
import { tokenInFragment } from '../../identity/link-token.ts';

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
