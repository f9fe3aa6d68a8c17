import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext, useState } from 'react';
import { useFormats } from '#words/use-formats.ts';
import { blogGetPostOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { BlogPostOut } from '../../api/generated/index.ts';
import { FieldForm } from '../../fields/field-form.tsx';
import { Hint } from '../../ui/hint.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import type { EditProps } from '../contract.ts';
import { PostDetailsContext } from '../post-details.ts';
import styles from './edit.module.css';
import manifest from './manifest.ts';
import type { BlogPostFields } from './render.tsx';

/** What the plugin shows of its post, below what the post itself says. */
export default function BlogPostSettings({ fields, onChange }: EditProps<BlogPostFields>): ReactNode {
  const { blogPostId } = fields;
  const { data: post } = useQuery({
    ...blogGetPostOptions({ path: { id: blogPostId ?? '' } }),
    enabled: Boolean(blogPostId),
  });
  // Those that a post got from the list above its page were once said by the post alone.
  const categories = fields.categories ?? post?.categories;
  return (
    <>
      <div data-wide>
        {blogPostId ? (
          <Post key={blogPostId} id={blogPostId} />
        ) : (
          <Hint>{t`The post is created when you save the page, with your name and the current date. You can then change both here.`}</Hint>
        )}
      </div>
      <div data-wide>
        <FieldForm
          definitions={manifest.fields}
          values={{ ...fields, categories }}
          onChange={(changed) => onChange(changed as BlogPostFields)}
        />
      </div>
    </>
  );
}

function Post({ id }: { id: string }): ReactNode {
  const query = useQuery(blogGetPostOptions({ path: { id } }));
  return <Loaded query={query}>{(post) => <PostLine post={post} />}</Loaded>;
}

/** Author and date, and the way to the dialog that changes them: what is typed in this form stays as it is meanwhile. */
function PostLine({ post }: { post: BlogPostOut }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const details = useContext(PostDetailsContext);
  const { dateTime } = useFormats();
  const { id, author, publishedAt } = post;
  const when =
    Date.parse(publishedAt) > Date.now()
      ? t`Scheduled for ${dateTime(publishedAt)}`
      : t`Published on ${dateTime(publishedAt)}`;
  return (
    <div className={styles.post}>
      <p>
        {when}
        {' · '}
        {author ? t`by ${author}` : t`no author`}
      </p>
      {details && (
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t`Change date and author`}
        </Button>
      )}
      {details && isOpen && (
        <details.Dialog id={id} isInEditor onClose={() => setOpen(false)} onSaved={details.onSaved} />
      )}
    </div>
  );
}
