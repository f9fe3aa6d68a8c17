/** What can be done with several posts at once. */
import { plural, t } from '@lingui/core/macro';
import { FolderMinus, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { type Post, updatePost } from '../../api/blog.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import type { AskProps, BulkAction } from '../bulk-action.ts';
import { CATEGORIES } from './post-form.tsx';

const countOf = (posts: Post[]) => plural(posts.length, { one: '# post', other: '# posts' });

interface AskCategoriesProps extends AskProps<Post> {
  title: string;
  submitLabel: string;
}

function AskCategories({ title, submitLabel, onAnswer, onCancel }: AskCategoriesProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <AskDialog
      title={title}
      submitLabel={submitLabel}
      isReady={chosen.length > 0}
      onSubmit={() => onAnswer(chosen)}
      onCancel={onCancel}
    >
      <FieldInput
        definition={CATEGORIES}
        value={chosen}
        isFocusedFirst
        onChange={(next) => setChosen(Array.isArray(next) ? next.map(String) : [])}
      />
    </AskDialog>
  );
}

const AskAdded = (props: AskProps<Post>) => (
  <AskCategories
    {...props}
    title={t`Add ${countOf(props.rows)} to categories`}
    submitLabel={t`Add to categories`}
  />
);

const AskLeft = (props: AskProps<Post>) => (
  <AskCategories
    {...props}
    title={t`Remove ${countOf(props.rows)} from categories`}
    submitLabel={t`Remove from categories`}
  />
);

const withCategories = (post: Post, categories: string[]) => updatePost(post, { categories });
const before = (post: Post, { categories }: Post) => withCategories(post, categories);

export const POST_BULK_ACTIONS: BulkAction<Post>[] = [
  {
    label: t`Add to categories…`,
    icon: FolderPlus,
    Ask: AskAdded,
    run: (post, chosen) => withCategories(post, [...new Set([...post.categories, ...(chosen as string[])])]),
    undo: before,
    done: (count) =>
      plural(count, { one: '# post was added to categories.', other: '# posts were added to categories.' }),
  },
  {
    label: t`Remove from categories…`,
    icon: FolderMinus,
    isFor: ({ categories }) => categories.length > 0,
    Ask: AskLeft,
    run: (post, chosen) =>
      withCategories(
        post,
        post.categories.filter((id) => !(chosen as string[]).includes(id)),
      ),
    undo: before,
    done: (count) =>
      plural(count, {
        one: '# post was removed from categories.',
        other: '# posts were removed from categories.',
      }),
  },
];
