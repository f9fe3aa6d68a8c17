/** Keeps the page's own style sheets true while it is edited: a plugin of a new kind brings its look, a node its background. */
import { useEffect } from 'react';
import { nodeCss } from '../../page-view/node-css.ts';
import { pluginCss } from '../../plugins/registry/styles.ts';
import { useEditorState } from '../context.tsx';
import type { Frame } from './frame.ts';

export function usePageStyles(frame: Frame | undefined): void {
  const page = useEditorState((state) => state.page?.page);
  useEffect(() => {
    if (!frame || !page) return;
    write(frame, 'pw-plugins', pluginCss(new Set(page.plugins.map((plugin) => plugin.ref))));
    write(frame, 'pw-nodes', nodeCss(page));
  }, [frame, page]);
}

function write(frame: Frame, id: string, css: string): void {
  const style = frame.document.getElementById(id);
  if (style && style.textContent !== css) style.textContent = css;
}
