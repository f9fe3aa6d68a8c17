/** The page's tree, drawn into the frame by the code that draws it for visitors, with carets where text is edited. */
import { t } from '@lingui/core/macro';
import { memo, type ReactNode, useCallback, useMemo } from 'react';
import type { PageNode, PageState } from '../../page/types.ts';
import type { ShownPlugin } from '../../page-view/drawing.ts';
import { PageView } from '../../page-view/page-view.tsx';
import { viewContext } from '../../page-view/view-context.ts';
import type { Caret, Fields, PluginInlineEdit, ViewContext } from '../../plugins/contract.ts';
import { isInlineEditable } from '../../plugins/registry/editors.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { RichTextHostContext } from '../../plugins/rich-text/host.ts';
import { useEditing, useEditorState } from '../context.tsx';
import { nameOf } from '../places/names.ts';
import { placeOf } from '../places/places.ts';
import { useRichTextHosting } from '../text/hosting.tsx';
import { isBlank } from './blank.ts';
import { withEditedData } from './edited-data.ts';
import { withLentData } from './lent-data.ts';
import { usePluginData, withAnswers } from './plugin-data.ts';
import { type PartsByRef, useParts } from './plugin-parts.ts';

export function EditedPage(): ReactNode {
  const page = useEditorState((editor) => editor.page);
  const mode = useEditorState((editor) => editor.mode);
  const base = useEditorState((editor) => editor.base);
  const answers = usePluginData(page, base);
  const isPreview = mode.name === 'view';
  const state = useMemo(() => {
    const found = page && withLentData(withAnswers(page, base, answers));
    return found && !isPreview ? withEditedData(found) : found;
  }, [page, base, answers, isPreview]);
  const host = useRichTextHosting();
  const parts = useParts(state?.page);
  const context = useViewContext();
  if (!state || !context) return null;
  const editedId = mode.name === 'editPlugin' ? mode.nodeId : undefined;
  const caret = mode.name === 'editPlugin' ? mode.caret : undefined;
  return (
    <RichTextHostContext value={host}>
      <Tree
        state={state}
        context={context}
        parts={parts}
        editedId={editedId}
        caret={caret}
        isPreview={isPreview}
      />
    </RichTextHostContext>
  );
}

/** The same object until the site's settings or the page's address or title change. */
function useViewContext(): ViewContext | undefined {
  const site = useEditorState((editor) => editor.base?.site);
  const query = useEditorState((editor) => editor.base?.query);
  const namingPages = useEditorState((editor) => editor.base?.namingPages);
  const templateCss = useEditorState((editor) => editor.base?.template.inlineCSS);
  const url = useEditorState((editor) => editor.page?.page.url);
  const title = useEditorState((editor) => editor.page?.page.title);
  const displayTitle = useEditorState((editor) => editor.page?.page.displayTitle);
  return useMemo(() => {
    if (!site || url === undefined || title === undefined) return undefined;
    return viewContext(site, { url, title, displayTitle }, { query, namingPages }, templateCss);
  }, [site, query, namingPages, url, title, displayTitle, templateCss]);
}

interface TreeProps {
  state: PageState;
  context: ViewContext;
  parts: PartsByRef;
  editedId: string | undefined;
  caret: Caret | undefined;
  isPreview: boolean;
}

const Tree = memo(function Tree({ state, context, parts, editedId, caret, isPreview }: TreeProps): ReactNode {
  const elementProps = useCallback(
    (node: PageNode) => (isPreview ? {} : affordances(state, node)),
    [state, isPreview],
  );
  const renderPlugin = useCallback(
    (shown: ShownPlugin) => {
      const Editor = shown.node.id === editedId ? parts.get(shown.plugin.ref)?.Inline : undefined;
      return Editor ? <Inline key="inline" Editor={Editor} shown={shown} caret={caret} /> : shown.view;
    },
    [parts, editedId, caret],
  );
  return (
    <PageView
      state={state}
      context={context}
      renderers={parts}
      isForEditor={!isPreview}
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
  const plugin = state.plugins[node.pluginId];
  const isText = isInlineEditable(plugin?.ref);
  return {
    ...base,
    ...(isText ? { 'data-pw-text': '' } : {}),
    ...(isText && plugin && isBlank(plugin) ? { 'data-pw-blank': '' } : {}),
    role: 'group',
    'aria-label': place && nameOf(state, place),
    'data-pw-empty': plugin && manifests.get(plugin.ref)?.emptyHint,
  };
}

interface InlineProps {
  Editor: PluginInlineEdit;
  shown: ShownPlugin;
  caret: TreeProps['caret'];
}

function Inline({ Editor, shown, caret }: InlineProps): ReactNode {
  const { editor, focusNode } = useEditing();
  const { node, plugin, props } = shown;
  const onChange = useMemo(
    () => (changed: Fields) =>
      editor.commit(t`Typing`, [{ name: 'PLUGIN_UPDATE', pluginId: plugin.id, fields: changed }], {
        mergeKey: `text:${plugin.id}`,
      }),
    [editor, plugin.id],
  );
  return (
    <Editor
      {...props}
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
