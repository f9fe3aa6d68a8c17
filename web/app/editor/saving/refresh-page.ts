import { commitPending } from '../../fields/pending.ts';
import type { Editing } from '../context.tsx';
import { sayLost } from './losses.ts';
import { readPage } from './page-api.ts';

/** Takes over what has changed of the open page since it was read, below what is not saved yet. */
export async function refreshPage({ editor }: Pick<Editing, 'editor'>, pathname: string): Promise<void> {
  const fresh = await readPage(pathname);
  const { base, queue } = editor.get();
  // Another page may have been opened meanwhile.
  if (!fresh || fresh.page.id !== base?.page.id || queue.sending || fresh.version <= base.version) return;
  commitPending();
  editor.flush();
  sayLost(editor.rebase(fresh));
}
