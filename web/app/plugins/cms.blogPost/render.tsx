import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { useFormats } from '#words/use-formats.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';
import type { PostData } from './post-data.ts';

export type BlogPostFields = FieldsOf<typeof manifest>;

export default function BlogPost({ fields, data }: ViewProps<BlogPostFields, PostData>): ReactNode {
  const {
    showTitle = false,
    showExcerpt = false,
    showDate = true,
    showAuthor = true,
    showReadingTime = false,
    showCategories = true,
  } = fields;
  const { date } = useFormats();
  const { words } = useSpeech();
  const post = data?.post;
  if (!post) return null;
  const { title, excerpt, author, publishedAt, readingMinutes: minutes, categories } = post;
  return (
    <div className="pw-blog-post">
      {showTitle && <h2>{title}</h2>}
      {showExcerpt && excerpt && <p className="pw-blog-post-excerpt">{excerpt}</p>}
      <p className="pw-blog-post-data">
        {showDate && <time dateTime={publishedAt}>{date(publishedAt, 'long')}</time>}
        {showAuthor && author && (
          <span {...words}>
            <Trans>By {author}</Trans>
          </span>
        )}
        {showReadingTime && minutes && (
          <span {...words}>
            <Plural value={minutes} one="# min read" other="# min read" />
          </span>
        )}
        {showCategories &&
          categories.map(({ name, url }) =>
            url ? (
              <a key={name + url} href={url}>
                {name}
              </a>
            ) : (
              <span key={name}>{name}</span>
            ),
          )}
      </p>
    </div>
  );
}
