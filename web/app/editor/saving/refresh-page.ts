import { queryClient } from '../../api/query-client.ts';
import type { Editing } from '../context.tsx';
import { sayLost } from './losses.ts';
import { pageRenderOptions } from './page-api.ts';

/** Takes over what has changed of the open page since it was read, below what is not saved yet. */
export async function refreshPage({ editor }: Pick<Editing, 'editor'>, pathname: string): Promise<void> {
  const fresh = await queryClient.fetchQuery({ ...pageRenderOptions(pathname), staleTime: 0 });
  const { base, queue } = editor.get();
  // Another page may have been opened meanwhile.
  const isSamePage = 'page' in fresh && fresh.page.id === base?.page.id;
  if (!isSamePage || queue.sending || fresh.version <= (base?.version ?? 0)) return;
  editor.flush();
  sayLost(editor.rebase(fresh));
}
