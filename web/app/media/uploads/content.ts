/** A content that takes the place of one that a file has: on which version of the file it is sent. */
import { t } from '@lingui/core/macro';
import { type FileRecord, readFile } from '../../api/files.ts';
import { ProblemError } from '../../api/problem.ts';

/**
 * The file and the content that it has: the same under another name, with other texts, and shown in another way. In its
 * address a content is followed by the quality and the focal point that it is shown with.
 */
export function contentKey({ id, path }: Pick<FileRecord, 'id' | 'path'>): string {
  const shown = path.versioned.split('?v=').at(-1) ?? '';
  return `${id} ${shown.split('-', 1)[0]}`;
}

interface Replacing {
  replaces?: FileRecord;
  uploadId?: string;
}

/**
 * Sends it. Where the file has been changed since it was read, it is read again: with the content that was there it is sent
 * once more, since what else is said of the file stays. With another one it is refused, and the next attempt replaces that.
 */
export async function onItsVersion<T>(source: Replacing, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const { replaces } = source;
    if (!replaces || !(error instanceof ProblemError && error.status === 412)) throw error;
    source.replaces = await readFile(replaces.id);
    // What has arrived was to take the place of a content that is not there any more.
    source.uploadId = undefined;
    if (contentKey(source.replaces) !== contentKey(replaces)) throw replacedMeanwhile();
    return await send();
  }
}

const replacedMeanwhile = () =>
  new ProblemError(412, {
    code: 'content_replaced',
    title: t`File replaced`,
    detail: t`Somebody else has replaced this file in the meantime. Retry to replace it with yours: the earlier version can be restored.`,
  });
