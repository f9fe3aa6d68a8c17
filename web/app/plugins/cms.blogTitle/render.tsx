import type { ReactNode } from 'react';
import type { PostData } from '../cms.blogPost/post-data.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';

type BlogTitleFields = FieldsOf<typeof manifest>;

/** The page's own title stands in until it has a post. */
export default function BlogTitle({ fields, data, page }: ViewProps<BlogTitleFields, PostData>): ReactNode {
  const Heading = fields.level ?? 'h1';
  return <Heading className="pw-blog-title">{data?.post?.title ?? page.title}</Heading>;
}
