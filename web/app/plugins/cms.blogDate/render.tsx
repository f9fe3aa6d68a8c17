import type { ReactNode } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { PostData } from '../cms.blogPost/post-data.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';

type BlogDateFields = FieldsOf<typeof manifest>;

export default function BlogDate({ fields, data }: ViewProps<BlogDateFields, PostData>): ReactNode {
  const { date } = useFormats();
  const publishedAt = data?.post?.publishedAt;
  if (!publishedAt) return null;
  return (
    <p className="pw-blog-date">
      <time dateTime={publishedAt}>{date(publishedAt, fields.length ?? 'long')}</time>
    </p>
  );
}
