/** 'New page' and 'Page settings', with the administration's form; the list of shortcuts, and the palette of commands. */
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { getPageOptions, type PageRecord, pagesKey } from '../../api/pages.ts';
import { ShortcutsDialog } from '../../shortcuts/shortcuts-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useCloseAsking } from '../../ui/use-close-asking.ts';
import { useRecordToEdit } from '../../ui/use-record-to-edit.ts';
import { useChromeState, useEditing } from '../context.tsx';
import { pageRenderKey } from '../saving/page-api.ts';
import { EditorPalette, type LoadSources } from './editor-palette.tsx';
import { SHORTCUTS } from './shortcuts.ts';

/** The form of a page's title, address, menu and search settings. It is the administration's; the route brings it along. */
export type PageForm = ComponentType<{
  /** The page to change; left out, a new one is made. */
  record?: PageRecord;
  onSaved: (page: PageRecord) => void;
  onCancel: () => void;
  /** How to ask whether it holds unsaved changes. */
  isDirtyRef?: { current: () => boolean };
  /** Reads the page as it is now, for when somebody else has changed it since. */
  refetch?: (page: PageRecord) => Promise<PageRecord>;
}>;

interface PageDialogsProps {
  Form: PageForm;
  loadSources: LoadSources;
  /** The page that is shown; undefined while it is not known. */
  pageId: string | undefined;
  /** A page was made, or its address may have changed. */
  onSaved: (page: PageRecord, isNew: boolean) => void;
}

export function PageDialogs({ Form, loadSources, pageId, onSaved }: PageDialogsProps): ReactNode {
  const { chrome } = useEditing();
  const asked = useChromeState((state) => state.dialog);
  // Loaded with the first that is asked for, it opens after it is drawn: only so does it know where the focus goes back.
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  const dialog = isDrawn ? asked : undefined;
  const isDirty = useRef(() => false);
  const queries = useQueryClient();
  const close = () => chrome.setState({ dialog: undefined });
  const isFilledIn = () => {
    // As it is now: a page that was just saved is gone to before its dialog is drawn closed.
    const { dialog: now } = chrome.getState();
    // React takes what the form has put there away with it, also where the next one is still being read.
    const ask = isDirty.current as (() => boolean) | null;
    return (now === 'newPage' || now === 'pageSettings') && (ask?.() ?? false);
  };
  const closeAsking = useCloseAsking(isFilledIn, close);
  const saved = (isNew: boolean) => (page: PageRecord) => {
    void queries.invalidateQueries({ queryKey: pagesKey });
    void queries.invalidateQueries({ queryKey: pageRenderKey });
    close();
    toast.success(isNew ? t`“${page.title}” was created` : t`The page’s settings were saved`);
    onSaved(page, isNew);
  };
  return (
    <>
      <Dialog opened={dialog === 'newPage'} persistent size={640} title={t`New page`} onClose={closeAsking}>
        <Form onSaved={saved(true)} onCancel={closeAsking} isDirtyRef={isDirty} />
      </Dialog>
      <Dialog
        opened={dialog === 'pageSettings'}
        persistent
        size={640}
        title={t`Page settings`}
        onClose={closeAsking}
      >
        {pageId && (
          <ExistingPage
            Form={Form}
            pageId={pageId}
            onSaved={saved(false)}
            onCancel={closeAsking}
            isDirtyRef={isDirty}
          />
        )}
      </Dialog>
      <ShortcutsDialog opened={dialog === 'shortcuts'} onClose={close} groups={SHORTCUTS} />
      <EditorPalette loadSources={loadSources} opened={dialog === 'palette'} onClose={close} />
    </>
  );
}

interface ExistingPageProps {
  Form: PageForm;
  pageId: string;
  onSaved: (page: PageRecord) => void;
  onCancel: () => void;
  isDirtyRef: { current: () => boolean };
}

function ExistingPage({ Form, pageId, ...form }: ExistingPageProps): ReactNode {
  const queries = useQueryClient();
  const options = { ...getPageOptions(pageId), staleTime: 0 };
  const query = useQuery(options);
  const record = useRecordToEdit(pageId, query);
  if (record) return <Form record={record} refetch={() => queries.fetchQuery(options)} {...form} />;
  const { error, refetch } = query;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />;
}
