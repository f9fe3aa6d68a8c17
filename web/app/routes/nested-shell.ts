import { isMarked, marked } from '../page/frame-mark.ts';
import { isPagePath } from '../page/page-path.ts';

/**
 * Whether this is the editor's shell in the editor's own frame, where the page belongs: the host could not tell that a frame
 * asked. Asks for the page itself then. Where that was asked for already it is left at that: shells would nest for ever.
 */
export function isNestedShell(): boolean {
  if (window.top === window || !isPagePath(location.pathname)) return false;
  const { pathname, search, hash } = location;
  if (!isMarked(search)) location.replace(marked(pathname + search) + hash);
  return true;
}
