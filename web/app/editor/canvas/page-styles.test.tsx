import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { pluginCss } from '../../plugins/registry/styles.ts';
import { EditingContext } from '../context.tsx';
import { createEditing } from '../create-editing.ts';
import { samplePage } from '../sample-page.ts';
import type { Frame } from './frame.ts';
import { servedRefs, usePageStyles } from './page-styles.ts';

const nothing = () => {};

beforeEach(() => {
  document.head.innerHTML = '<style id="pw-plugins">served</style><style id="pw-nodes"></style>';
});

const css = (id: string) => document.getElementById(id)?.textContent;

function show(served: string[]) {
  const editing = createEditing({ goTo: nothing, onSaved: nothing, onLost: nothing });
  editing.editor.open(samplePage());
  const frame = { document } as Frame;
  const refs = new Set(served);
  renderHook(() => usePageStyles(frame, refs), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <EditingContext value={editing}>{children}</EditingContext>
    ),
  });
  return editing;
}

describe('usePageStyles', () => {
  it('leaves the looks that the page came with', async () => {
    const { editor } = show(['cms.menu', 'cms.text']);
    const background = { backgroundColour: '#123456' };
    act(() =>
      editor.change('Change', [{ name: 'NODE_SET_BACKGROUND', nodeId: 'row', level: 'site', background }]),
    );
    await waitFor(() => expect(css('pw-nodes')).toContain('#123456'));
    expect(css('pw-plugins')).toBe('served');
  });

  it('brings the look of a plugin of a new kind', async () => {
    const { editor } = show(['cms.menu', 'cms.text']);
    act(() =>
      editor.change('Add', [
        { name: 'PLUGIN_CREATE', pluginId: 'new', ref: 'cms.textImage', fields: {} },
        { name: 'BLOCK_ADD_PLUGIN_NODE', parentId: 'c', index: 0, nodeId: 'n', pluginId: 'new' },
      ]),
    );
    const wanted = pluginCss(['cms.menu', 'cms.text', 'cms.textImage']);
    expect(wanted).toContain('.pw-pair-image');
    await waitFor(() => expect(css('pw-plugins')).toBe(wanted));
  });
});

it('knows the plugins of a page as it was served', () => {
  document.body.innerHTML =
    '<div id="page"><p data-ref="cms.text"></p><p data-ref="cms.menu"></p><p></p></div>';
  expect([...servedRefs(document.body)]).toEqual(['cms.text', 'cms.menu']);
});
