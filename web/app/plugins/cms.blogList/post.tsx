import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { useFormats } from '#words/use-formats.ts';
import type { LibraryImage } from '../../fields/image/type.ts';
import { isDrawn, Picture, type PictureView } from '../images/picture.tsx';
import type { Part } from '../images/sizes.ts';

export interface ListedPost {
  title: string;
  url: string;
  publishedAt: string;
  author: string;
  excerpt: string | null;
  /** The first on its page that everybody sees. */
  image?: LibraryImage;
}

export type Mode = 'list' | 'cards' | 'titles';

interface PostProps {
  post: ListedPost;
  mode: Mode;
  view: PictureView;
  /** Whether posts of the list have images: what stands for one is then shown of those that have none. */
  hasImages: boolean;
  hasDate: boolean;
  hasAuthor: boolean;
  hasExcerpt: boolean;
  isFirst: boolean;
  /** Whether it leads in: its image is larger where there is room. */
  isLead: boolean;
}

export function Post({
  post,
  mode,
  hasImages,
  hasDate,
  hasAuthor,
  hasExcerpt,
  ...image
}: PostProps): ReactNode {
  // The one link of the post, which styles.css spreads over all of it.
  const link = <a href={post.url}>{post.title}</a>;
  return (
    <article>
      {hasImages && <PostImage post={post} mode={mode} {...image} />}
      <div className="pw-blog-list-text">
        {mode === 'titles' ? (
          <p className="pw-blog-list-title">{link}</p>
        ) : (
          <h2 className="pw-blog-list-title">{link}</h2>
        )}
        <PostData post={post} hasDate={hasDate} hasAuthor={hasAuthor} />
        {hasExcerpt && post.excerpt && <p className="pw-blog-list-excerpt">{post.excerpt}</p>}
      </div>
    </article>
  );
}

function PostData({
  post,
  hasDate,
  hasAuthor,
}: Pick<PostProps, 'post' | 'hasDate' | 'hasAuthor'>): ReactNode {
  const { date } = useFormats();
  const { words } = useSpeech();
  const { author, publishedAt } = post;
  if (!hasDate && !(hasAuthor && author)) return null;
  return (
    <p className="pw-blog-list-date">
      {hasDate && <time dateTime={publishedAt}>{date(publishedAt, 'long')}</time>}
      {hasAuthor && author && (
        <span {...words}>
          <Trans>By {author}</Trans>
        </span>
      )}
    </p>
  );
}

type PostImageProps = Pick<PostProps, 'post' | 'mode' | 'view' | 'isFirst' | 'isLead'>;

function PostImage({ post, mode, view, isFirst, isLead }: PostImageProps): ReactNode {
  const { image, title } = post;
  if (!isDrawn(image, view)) {
    // A style writes it, so that it is no part of what the page says.
    return <div className="pw-blog-list-image" data-letter={firstLetter(title)} aria-hidden="true" />;
  }
  const part = isLead ? LEAD : { name: `blog-list ${mode}`, of: mode === 'cards' ? inCards : inList };
  return (
    <div className="pw-blog-list-image">
      <Picture image={image} view={view} part={part} isFirst={isFirst} isDecorative />
    </div>
  );
}

function firstLetter(title: string): string {
  return title.match(/[\p{L}\p{N}]/u)?.[0].toLocaleUpperCase() ?? '';
}

/** How wide an image is, as styles.css has it. */
const inList: Part = (width) => (width < 576 ? width : width < 928 ? 0.36 * width : 336);
/** Of a list that is wide enough, the image that leads in has 7 parts of 12. */
const LEAD = {
  name: 'blog-list lead',
  of: (width: number) =>
    width < 896 ? inList(width) : ((width - Math.min(Math.max(32, 0.04 * width), 56)) * 7) / 12,
};
const inCards: Part = (width) => {
  const columns = Math.max(1, Math.floor((width + 24) / (288 + 24)));
  return (width - (columns - 1) * 24) / columns;
};
