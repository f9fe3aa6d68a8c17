/** Who a post is by, since or from when it is listed, and in which categories. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type RefObject, useImperativeHandle } from 'react';
import { browserZone } from '#words/format.ts';
import { useFormats } from '#words/use-formats.ts';
import { type Post, type PostChange, updatePost } from '../../api/blog.ts';
import type { OfferedDefinition } from '../../fields/types.ts';
import { changedNames } from '../../page/merge-values.ts';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { Notice } from '../../ui/notice.tsx';
import { namedFields, validateFields } from '../form-fields.ts';
import { FormInput } from '../form-input.tsx';
import { useRecordForm } from '../use-record-form.tsx';
import styles from './blog.module.css';
import { PostState } from './post-state.tsx';

type Values = Required<PostChange>;

const MOST_CATEGORIES = 100;
const AUTHOR: OfferedDefinition = {
  type: 'text',
  label: t`Author`,
  hint: t`Shown to visitors. Leave it empty to show no author.`,
  maxLength: 200,
};
export const CATEGORIES: OfferedDefinition = {
  type: 'category',
  of: 'blog.categories',
  many: true,
  maxItems: MOST_CATEGORIES,
  label: t`Categories`,
};

const valuesOf = ({ author, publishedAt, categories }: Post): Values => ({
  author,
  publishedAt,
  categories,
});

/** Only what differs: of a date, clocks show minutes alone, and the post has its microseconds. */
function changeOf(post: Post, values: Values): PostChange {
  const changed = changedNames(valuesOf(post), values) as (keyof PostChange)[];
  return Object.fromEntries(changed.map((name) => [name, values[name]])) as PostChange;
}

/** Gives a post what it had before it was saved. */
export const takeBack = (saved: Post, before: Post): Promise<Post> =>
  updatePost(saved, changeOf(saved, valuesOf(before)));

const isToCome = (moment: string | undefined) => moment !== undefined && Date.parse(moment) > Date.now();

interface PostFormProps {
  post: Post;
  /** Its page is in view, with the settings that say its categories. */
  isInEditor: boolean | undefined;
  /** `before`: as it was. */
  onSaved: (saved: Post, before: Post) => void;
  onCancel: () => void;
  isDirtyRef: RefObject<() => boolean>;
  refetch: () => Promise<Post>;
}

export function PostForm({ post, isInEditor, onSaved, onCancel, isDirtyRef, refetch }: PostFormProps) {
  const zone = useFormats().timeZone ?? browserZone() ?? 'UTC';
  const published: OfferedDefinition = {
    type: 'dateTime',
    label: t`Published`,
    hint: t`In your time zone, ${zone}.`,
    required: true,
  };
  const fields = namedFields({ author: AUTHOR, publishedAt: published, categories: CATEGORIES });
  const { form, frame } = useRecordForm<Values, Post>({
    record: post,
    valuesOf: (present = post) => valuesOf(present),
    fieldsOf: () => fields,
    validate: (values) => validateFields([{ fields }], values),
    submit: (values, present = post) => updatePost(present, changeOf(present, values)),
    refetch,
    onSaved: (saved, before = post) => onSaved(saved, before),
  });
  useImperativeHandle(isDirtyRef, () => () => form.isDirty());
  return (
    <FormFrame
      {...frame}
      intro={<About post={post} isInEditor={isInEditor} />}
      submitLabel={t`Save`}
      look="main"
      isUnchanged={!form.isDirty()}
      onCancel={onCancel}
    >
      <FormSection>
        <FormInput form={form} name="author" definition={AUTHOR} isFocusedFirst />
        <div className={styles.when}>
          <FormInput form={form} name="publishedAt" definition={published} />
          <Button size="md" onClick={() => form.setFieldValue('publishedAt', new Date().toISOString())}>
            {t`Set to now`}
          </Button>
        </div>
        <div role="status" className={styles.toCome}>
          {isToCome(form.values.publishedAt) && (
            <Notice>
              {t`Until then only editors see it in lists, feeds and search; anyone who has the address can read it.`}
            </Notice>
          )}
        </div>
        {!isInEditor && <FormInput form={form} name="categories" definition={CATEGORIES} />}
      </FormSection>
    </FormFrame>
  );
}

/** What it is called, which its page says. */
function About({ post, isInEditor }: Pick<PostFormProps, 'post' | 'isInEditor'>) {
  const [page, ...others] = post.pages;
  return (
    <div className={styles.about}>
      <p>
        <strong>{post.title}</strong> <PostState state={post.state} />
      </p>
      <p>
        {!page ? (
          t`No page shows this post, so only editors see it.`
        ) : isInEditor ? (
          t`The title comes from the page’s settings.`
        ) : (
          <Trans>
            The title comes from its page, <a href={page.url}>{page.url}</a>
          </Trans>
        )}
        {!isInEditor && others.length > 0 && ` ${t`and ${others.length} more`}`}
      </p>
    </div>
  );
}
