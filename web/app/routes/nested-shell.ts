import { isMarked, marked } from '../page/frame-mark.ts';
import { isPagePath } from '../page/page-path.ts';

/**
 * Asks for the page itself where this is the editor's shell in the editor's own frame: the host could not tell that a frame
 * asked. Returns whether it is so; where the page was asked for already, it is left at that: shells would nest for ever.
 */
export function leaveNestedShell(): boolean {
  if (window.top === window || !isPagePath(location.pathname)) return false;
  const { pathname, search, hash } = location;
  if (!isMarked(search)) location.replace(marked(pathname + search) + hash);
  return true;
}
