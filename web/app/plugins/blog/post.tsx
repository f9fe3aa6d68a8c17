import type { ReactNode } from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { LibraryImage } from '../../fields/image/type.ts';
import type { ViewProps } from '../contract.ts';
import { SectionHeading } from '../headings.tsx';
import { isDrawn, Picture, type PictureView } from '../images/picture.tsx';
import type { Part } from '../images/sizes.ts';

export interface ListedPost {
  title: string;
  url: string;
  publishedAt: string;
  author: string;
  /** The description of its page, or else how that begins. */
  excerpt: string | null;
  /** The first on its page that everybody sees. */
  image?: LibraryImage;
}

export type Mode = 'list' | 'cards' | 'titles';

/** What a view of a list has of the page it is on. */
export type ListView = PictureView & Pick<ViewProps, 'site'>;

interface PostProps {
  post: ListedPost;
  mode: Mode;
  view: ListView;
  /** Whether posts of the list have images: what stands for one is then shown of those that have none. */
  hasImages: boolean;
  hasDate: boolean;
  hasExcerpt: boolean;
  /** Who has written it, in the words of the list's plugin. */
  byline?: ReactNode;
  /** Whether its image is the first of the list. */
  isFirst: boolean;
  /** Whether it leads in: its image is larger where there is room. */
  isLead: boolean;
}

export function Post({ post, mode, hasImages, hasDate, hasExcerpt, byline, ...image }: PostProps): ReactNode {
  // The one link of the post, which posts.css spreads over all of it.
  const link = <a href={post.url}>{post.title}</a>;
  return (
    <article>
      {hasImages && <PostImage post={post} mode={mode} {...image} />}
      <div className="pw-blog-list-text">
        {mode === 'titles' ? (
          <p className="pw-blog-list-title">{link}</p>
        ) : (
          <SectionHeading className="pw-blog-list-title">{link}</SectionHeading>
        )}
        <PostData publishedAt={hasDate ? post.publishedAt : undefined} byline={byline} />
        {hasExcerpt && post.excerpt && <p className="pw-blog-list-excerpt">{post.excerpt}</p>}
      </div>
    </article>
  );
}

function PostData({
  publishedAt,
  byline,
}: {
  publishedAt: string | undefined;
  byline: ReactNode;
}): ReactNode {
  const { date } = useFormats();
  if (!publishedAt && !byline) return null;
  return (
    <p className="pw-blog-list-date">
      {publishedAt && <time dateTime={publishedAt}>{date(publishedAt, 'long')}</time>}
      {byline}
    </p>
  );
}

type PostImageProps = Pick<PostProps, 'post' | 'mode' | 'view' | 'isFirst' | 'isLead'>;

function PostImage({ post, mode, view, isFirst, isLead }: PostImageProps): ReactNode {
  const { image, title } = post;
  if (!isDrawn(image, view)) {
    // A style writes it, so that it is no part of what the page says.
    return (
      <div
        className="pw-blog-list-image"
        data-letter={firstLetter(title, view.site.language)}
        aria-hidden="true"
      />
    );
  }
  const part = isLead ? LEAD : { name: `blog-list ${mode}`, of: mode === 'cards' ? inCards : inList };
  return (
    <div className="pw-blog-list-image">
      <Picture image={image} view={view} part={part} isFirst={isFirst} isDecorative />
    </div>
  );
}

function firstLetter(title: string, language: string): string {
  return title.match(/[\p{L}\p{N}]/u)?.[0].toLocaleUpperCase(language) ?? '';
}

/** How wide an image is, as posts.css and the styles of cms.blogList have it. */
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
