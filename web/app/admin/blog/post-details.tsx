/** The details of a post in a dialog: over the blog's list, and over the editor with the post's page in it. */
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useFormats } from '#words/use-formats.ts';
import { blogKey, type Post } from '../../api/blog.ts';
import { blogGetPostOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { PostDetailsProps } from '../../plugins/post-details.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { toast } from '../../ui/toast.ts';
import { useCloseAsking } from '../../ui/use-close-asking.ts';
import { useRecordToEdit } from '../../ui/use-record-to-edit.ts';
import { PostForm, takeBack } from './post-form.tsx';

export function PostDetails({ id, isInEditor, onClose, onSaved }: PostDetailsProps) {
  const queryClient = useQueryClient();
  const { dateTime } = useFormats();
  const options = { ...blogGetPostOptions({ path: { id } }), staleTime: 0 };
  const query = useQuery(options);
  const post = useRecordToEdit(id, query);
  const isDirty = useRef(() => false);
  // React takes what the form has put there away with it.
  const closeAsking = useCloseAsking(() => (isDirty.current as (() => boolean) | null)?.() ?? false, onClose);
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: blogKey });
    onSaved?.();
  };
  const undo = async (present: Post, before: Post) => {
    try {
      await takeBack(present, before);
    } catch (error) {
      toast.error(error);
    }
    refresh();
  };
  const saved = (present: Post, before: Post) => {
    const { title, state, publishedAt } = present;
    const said =
      state === 'scheduled'
        ? t`“${title}” is scheduled for ${dateTime(publishedAt)}.`
        : t`The details of “${title}” were saved.`;
    toast.undo(said, { onUndo: () => void undo(present, before) });
    refresh();
    onClose();
  };
  return (
    <Dialog opened persistent title={t`Post details`} onClose={closeAsking}>
      <Loaded query={{ ...query, data: post }}>
        {(found) => (
          <PostForm
            post={found}
            isInEditor={isInEditor}
            isDirtyRef={isDirty}
            refetch={() => queryClient.fetchQuery(options)}
            onSaved={saved}
            onCancel={closeAsking}
          />
        )}
      </Loaded>
    </Dialog>
  );
}
