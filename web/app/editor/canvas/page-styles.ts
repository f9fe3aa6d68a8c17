/** Keeps the page's own style sheets true while it is edited: a plugin of a new kind brings its look, a node its background. */
import { useEffect, useLayoutEffect } from 'react';
import { lightCss } from '../../page-view/dark-mode.ts';
import { nodeCss } from '../../page-view/node-css.ts';
import { useEditing, useEditorState } from '../context.tsx';
import { type Frame, tellMoved } from './frame.ts';
import { kindsOf } from './plugin-parts.ts';

type Looks = typeof import('../../plugins/registry/styles.ts');

let looks: Looks | undefined;

/** The looks of all plugins. Most edits bring in none that is not in the page, so they are loaded when one does. */
export async function loadLooks(): Promise<Looks> {
  looks ??= await import('../../plugins/registry/styles.ts');
  return looks;
}

/** `served` are the kinds of plugins whose look the page came with. */
export function usePageStyles(frame: Frame | undefined, served: ReadonlySet<string>): void {
  const { frame: frames } = useEditing();
  const page = useEditorState((state) => state.page?.page);
  const followsDarkMode = useEditorState((state) => state.base?.site.followsDarkMode ?? true);
  useEffect(() => {
    if (frame && page) write(frame, 'pw-nodes', nodeCss(page, { followsDarkMode }));
  }, [frame, page, followsDarkMode]);
  const isNew = page?.plugins.some(({ ref }) => !served.has(ref)) ?? false;
  // Before the next paint, where they are there: see inserting/prepare.ts.
  useLayoutEffect(() => {
    if (!frame || !page || !isNew) return;
    let isCurrent = true;
    const dress = ({ pluginCss }: Looks) => {
      const css = pluginCss([...served, ...kindsOf(page)]);
      if (!isCurrent || !write(frame, 'pw-plugins', followsDarkMode ? css : lightCss(css))) return;
      // What was measured until now was measured without it.
      tellMoved(frames);
    };
    if (looks) dress(looks);
    else void loadLooks().then(dress);
    return () => {
      isCurrent = false;
    };
  }, [frame, frames, page, served, isNew, followsDarkMode]);
}

/** The kinds of plugins in a page as it was served. */
export function servedRefs(page: HTMLElement): ReadonlySet<string> {
  const plugins = page.querySelectorAll<HTMLElement>('[data-ref]');
  return new Set([...plugins].map((plugin) => plugin.dataset.ref ?? ''));
}

/** Whether that changed anything. */
function write(frame: Frame, id: string, css: string): boolean {
  const style = frame.document.getElementById(id);
  if (!style || style.textContent === css) return false;
  style.textContent = css;
  return true;
}
