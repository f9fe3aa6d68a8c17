/** A page of the site as somebody sees it who may edit it: a bar above, the page below, what edits it around and over it. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { blocksKey } from '../api/keys.ts';
import type { PageRecord } from '../api/pages.ts';
import { queryClient } from '../api/query-client.ts';
import { MediaHost } from '../media/media-host.tsx';
import type { PageRender } from '../page/types.ts';
import { PostDetailsContext, type PostDetailsProps } from '../plugins/post-details.ts';
import { useDocumentTitle } from '../ui/document-title.ts';
import { loadableDialog } from '../ui/load-failure.tsx';
import { toast } from '../ui/toast.ts';
import { Canvas } from './canvas/canvas.tsx';
import { reloadFrame } from './canvas/frame.ts';
import { useShortcuts } from './canvas/use-frame-events.ts';
import { type Editing, EditingContext, useChromeState, useEditing, useEditorState } from './context.tsx';
import { createEditing } from './create-editing.ts';
import type { LoadSources } from './dialogs/editor-palette.tsx';
import type { PageForm } from './dialogs/page-dialogs.tsx';
import { useEarlyBar } from './early-bar.ts';
import { useEditTyping } from './edit-typing.ts';
import styles from './editor-screen.module.css';
import { linkTarget } from './link-target.ts';
import { SidePanel } from './panels/side-panel.tsx';
import { sayLost } from './saving/losses.ts';
import { pageRenderOptions, pathOf } from './saving/page-api.ts';
import { refreshPage } from './saving/refresh-page.ts';
import { SelectionBar } from './toolbar/selection-bar.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';
import { useFrameAddress } from './use-frame-address.ts';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { useKeptChanges, useOpening } from './use-opening.ts';
import { useOpeningAt } from './use-opening-at.ts';
import { useSessionEnd } from './use-session-end.ts';

interface EditorScreenProps {
  PageForm: PageForm;
  /** The administration's too. */
  PostDetails: ComponentType<PostDetailsProps>;
  /** What the palette searches beside pages. */
  loadSources: LoadSources;
}

export function EditorScreen({ PageForm, PostDetails, loadSources }: EditorScreenProps): ReactNode {
  const navigate = useNavigate();
  const go = useEffectEvent((address: string) => void navigate(address));
  const [editing] = useState(() =>
    createEditing({
      goTo: (address) => goTo(editing, address, go),
      onSaved: (answer) => rememberSaved(editing, answer),
      onLost: sayLost,
    }),
  );
  const postDetails = useMemo(
    () => ({ Dialog: PostDetails, onSaved: () => void refreshShown(editing) }),
    [editing, PostDetails],
  );
  return (
    <EditingContext value={editing}>
      <PostDetailsContext value={postDetails}>
        <Screen Form={PageForm} loadSources={loadSources} />
      </PostDetailsContext>
    </EditingContext>
  );
}

function Screen({ Form, loadSources }: { Form: PageForm; loadSources: LoadSources }): ReactNode {
  const editing = useEditing();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { data } = useQuery(pageRenderOptions(pathname));
  const shown = data && 'page' in data ? data : undefined;
  const page = shown?.page;
  const startEditing = useOpening(editing, pathname);
  const startTyping = useEditTyping(editing, startEditing);
  const editsNext = useRef<string>(undefined);
  const { address, frameTitle, onNavigated } = useFrameAddress(editing, (path) => {
    if (editsNext.current !== path) return;
    editsNext.current = undefined;
    void startEditing();
  });
  const title = page?.title ?? frameTitle;
  const hasAsked = useEver(useChromeState((state) => state.dialog !== undefined));

  useDocumentTitle(title);
  useShortcuts();
  useKeyboardInset();
  useSessionEnd(editing);
  useRetryOnline(editing);
  useFailureNotice(editing);
  useViewingAs(editing);
  editing.startEditing.current = startTyping;
  useEarlyBar(editing, startEditing);
  useKeptChanges(page?.id, startEditing);
  useOpeningAt(editing, page?.id, startTyping);

  const current = useEffectEvent(() => address);
  const onPageSaved = useCallback(
    async (saved: PageRecord, isNew: boolean) => {
      if (isNew) editsNext.current = saved.url;
      // What the settings show, as the menu and the title, is read anew.
      else await refreshPage(editing, saved.url);
      if (saved.url === pathOf(current())) return reloadView(editing);
      // The same page at another address: what is not saved stays with it.
      if (!isNew) editing.editor.setUrl(saved.url);
      await navigate(saved.url);
    },
    [editing, navigate],
  );

  return (
    <div className={styles.screen}>
      <h1 className="pw-visually-hidden">
        <Trans>{title}: editor</Trans>
      </h1>
      <Toolbar
        title={title}
        address={pathname}
        seenBy={page?.config.scopeWhitelist}
        hasCRM={shown?.site.hasCRM ?? false}
        onEdit={startTyping}
      />
      <SelectionBar />
      <main className={styles.work} tabIndex={-1}>
        <Canvas address={address} onNavigated={onNavigated} />
        <SidePanel />
      </main>
      <Dialogs />
      {hasAsked && <PageDialogs {...{ Form, loadSources }} pageId={page?.id} onSaved={onPageSaved} />}
      <MediaHost />
      <Announcer />
    </div>
  );
}

const PageDialogs = loadableDialog(async () => (await import('./dialogs/page-dialogs.tsx')).PageDialogs);
const PluginModal = loadableDialog(async () => (await import('./settings/plugin-modal.tsx')).PluginModal);
const ConflictDialog = loadableDialog(
  async () => (await import('./saving/conflict-dialog.tsx')).ConflictDialog,
);

/** Dialogs that most visits do without: loaded when they are first wanted. */
function Dialogs(): ReactNode {
  const { saver } = useEditing();
  const isSettingUp = useEditorState((state) => state.mode.name === 'editPluginMeta');
  const isClashing = useStore(saver.status, ({ status }) => status.name === 'conflict');
  return (
    <>
      {isSettingUp && <PluginModal />}
      {isClashing && <ConflictDialog />}
    </>
  );
}

/** True from the first time on: what was once opened stays, to close as it should. */
function useEver(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo);
  if (isSo && !wasSo) setWasSo(true);
  return wasSo || isSo;
}

/** Says what happened to those who do not see it. */
function Announcer(): ReactNode {
  const { text, count } = useEditorState((state) => state.announcement);
  return (
    <div className="pw-visually-hidden" role="status">
      {/* The same words again are another announcement. */}
      <span key={count}>{text}</span>
    </div>
  );
}

/** Follows a link of the page: to this site's pages here, to all else in a tab of its own. */
function goTo({ frame }: Editing, address: string, navigate: (address: string) => void): void {
  const target = linkTarget(address, frame.getState().frame?.window.location.href ?? location.href);
  if (!target) return;
  if ('path' in target) navigate(target.path);
  else window.open(target.elsewhere, '_blank', 'noopener');
}

function rememberSaved({ editor, frame, viewAs }: Editing, answer: PageRender): void {
  queryClient.setQueryData(pageRenderOptions(answer.page.url).queryKey, answer);
  // A save may have made some.
  if (Object.keys(answer.page.branches).length > 0)
    void queryClient.invalidateQueries({ queryKey: blocksKey });
  editor.announce(t`Saved`);
  if (editor.get().mode.name === 'view' && viewAs.getState().viewAs) reloadFrame(frame);
}

/** Something that the page shows was saved by itself, as a post's author is. */
async function refreshShown(editing: Editing): Promise<void> {
  const { page } = editing.editor.get();
  try {
    if (page) await refreshPage(editing, page.page.url);
  } catch (error) {
    toast.error(error);
  }
}

function reloadView({ editor, frame }: Editing): void {
  if (editor.get().mode.name === 'view') reloadFrame(frame);
}

/** The frame shows the page anew as somebody else sees it, also when another tab says whom. */
function useViewingAs({ editor, frame, viewAs }: Editing): void {
  // Before an Edit that was pressed early ends it.
  useLayoutEffect(() => {
    const stop = viewAs.subscribe((now, before) => {
      if (now.viewAs !== before.viewAs && editor.get().mode.name === 'view') reloadFrame(frame);
    });
    const leave = viewAs.follow();
    return () => {
      stop();
      leave();
    };
  }, [editor, frame, viewAs]);
}

/** The save button says it too, but may be out of sight. */
function useFailureNotice({ saver }: Editing): void {
  useEffect(() => {
    let shown: number | undefined;
    return saver.status.subscribe(({ status }, previous) => {
      if (previous.status === status) return;
      // Of the failure before: what comes now says how it stands.
      if (shown !== undefined && status.name !== 'saving') toast.close(shown);
      if (status.name !== 'failed') return;
      shown = toast.show({
        kind: 'danger',
        message: t`Not saved. ${status.message}`,
        detail: t`Your changes are safe.`,
        action: { label: t`Retry`, onClick: () => void saver.save() },
      });
    });
  }, [saver]);
}

function useRetryOnline({ saver }: Editing): void {
  useEffect(() => {
    const retry = () => {
      if (saver.status.getState().status.name === 'failed') void saver.save();
    };
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [saver]);
}
