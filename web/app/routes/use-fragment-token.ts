import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type LinkToken, tokenInFragment } from '../identity/link-token.ts';

/**
 * The token of the link in a mail that led here, or null. It is taken out of the address at once: it
 * stays in no history and is not copied along.
 */
export function useFragmentToken(): { link: LinkToken | null; clear: () => void } {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState(() => tokenInFragment(hash));
  useEffect(() => {
    const found = tokenInFragment(hash);
    if (!found) return;
    setLink(found);
    void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return { link, clear: () => setLink(null) };
}
