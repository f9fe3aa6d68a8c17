/** Keeps the page's own style sheets true while it is edited: a plugin of a new kind brings its look, a node its background. */
import { useEffect } from 'react';
import { nodeCss } from '../../page-view/node-css.ts';
import { useEditorState } from '../context.tsx';
import type { Frame } from './frame.ts';

/** `served` are the kinds of plugins whose look the page came with. */
export function usePageStyles(frame: Frame | undefined, served: ReadonlySet<string>): void {
  const page = useEditorState((state) => state.page?.page);
  useEffect(() => {
    if (frame && page) write(frame, 'pw-nodes', nodeCss(page));
  }, [frame, page]);
  const isNew = page?.plugins.some(({ ref }) => !served.has(ref)) ?? false;
  useEffect(() => {
    if (!frame || !page || !isNew) return;
    let isCurrent = true;
    // All looks of all plugins: most edits bring in none that is not there.
    void import('../../plugins/registry/styles.ts').then(({ pluginCss }) => {
      const refs = page.plugins.map(({ ref }) => ref);
      if (isCurrent) write(frame, 'pw-plugins', pluginCss([...served, ...refs]));
    });
    return () => {
      isCurrent = false;
    };
  }, [frame, page, served, isNew]);
}

/** The kinds of plugins in a page as it was served. */
export function servedRefs(page: HTMLElement): ReadonlySet<string> {
  const plugins = page.querySelectorAll<HTMLElement>('[data-ref]');
  return new Set([...plugins].map((plugin) => plugin.dataset.ref ?? ''));
}

function write(frame: Frame, id: string, css: string): void {
  const style = frame.document.getElementById(id);
  if (style && style.textContent !== css) style.textContent = css;
}
