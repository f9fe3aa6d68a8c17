/** The page's tree, drawn into the frame by the code that draws it for visitors, with carets where text is edited. */
import { memo, type ReactNode, useCallback, useMemo } from 'react';
import type { PageNode, PageState } from '../../page/types.ts';
import { PageView, type ShownPlugin } from '../../page-view/page-view.tsx';
import type { Fields } from '../../plugins/contract.ts';
import { renderers } from '../../plugins/registry/renderers.ts';
import { RichTextHostContext } from '../../plugins/rich-text/host.ts';
import { useEditing, useEditorState } from '../context.tsx';
import { nameOf } from '../places/names.ts';
import { placeOf } from '../places/places.ts';
import { useRichTextHosting } from '../text/hosting.tsx';
import { inlineEditor, isInlineEditable } from './inline-editors.ts';

export function EditedPage(): ReactNode {
  const state = useEditorState((editor) => editor.page);
  const mode = useEditorState((editor) => editor.mode);
  const host = useRichTextHosting();
  if (!state) return null;
  const editedId = mode.name === 'editPlugin' ? mode.nodeId : undefined;
  const caret = mode.name === 'editPlugin' ? mode.caret : undefined;
  const isPreview = mode.name === 'view';
  return (
    <RichTextHostContext value={host}>
      <Tree state={state} editedId={editedId} caret={caret} isPreview={isPreview} />
    </RichTextHostContext>
  );
}

interface TreeProps {
  state: PageState;
  editedId: string | undefined;
  caret: { left: number; top: number } | undefined;
  isPreview: boolean;
}

const Tree = memo(function Tree({ state, editedId, caret, isPreview }: TreeProps): ReactNode {
  const elementProps = useCallback(
    (node: PageNode) => (isPreview ? {} : affordances(state, node)),
    [state, isPreview],
  );
  const renderPlugin = useCallback(
    (shown: ShownPlugin) =>
      shown.node.id === editedId ? <Inline key="inline" shown={shown} caret={caret} /> : shown.view,
    [editedId, caret],
  );
  return (
    <PageView
      state={state}
      renderers={renderers}
      showUnknown={!isPreview}
      renderPlugin={renderPlugin}
      renderEmptyColumn={isPreview ? undefined : () => <div data-pw-empty-column="" />}
      elementProps={elementProps}
    />
  );
});

function affordances(state: PageState, node: PageNode) {
  const base = { 'data-pw-node': node.type, tabIndex: -1 };
  if (node.type !== 'plugin') return base;
  const place = placeOf(state.page, node.id);
  const isText = isInlineEditable(state.plugins[node.pluginId]?.ref);
  return {
    ...base,
    ...(isText ? { 'data-pw-text': '' } : {}),
    role: 'group',
    'aria-label': place && nameOf(state, place),
  };
}

function Inline({ shown, caret }: { shown: ShownPlugin; caret: TreeProps['caret'] }): ReactNode {
  const { editor, focusNode } = useEditing();
  const { node, plugin, pageUrl, position, view } = shown;
  const Editor = inlineEditor(plugin.ref);
  const onChange = useMemo(
    () => (fields: Fields) =>
      editor.commit('Typing', [{ name: 'PLUGIN_UPDATE', pluginId: plugin.id, fields }], {
        mergeKey: `text:${plugin.id}`,
      }),
    [editor, plugin.id],
  );
  if (!Editor) return view;
  return (
    <Editor
      plugin={plugin}
      pageUrl={pageUrl}
      position={position}
      caret={caret}
      onChange={onChange}
      onLeave={() => {
        editor.setMode({ name: 'edit' });
        focusNode(node.id);
      }}
      key={node.id}
    />
  );
}
