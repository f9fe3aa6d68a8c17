import type { HeadParts, HeadProps } from '../contract.ts';
import type { PostData } from './post-data.ts';
import type { BlogPostFields } from './render.tsx';

/** The page as a post, for search engines, and the feeds of what it belongs to. */
export default function head([first]: HeadProps<BlogPostFields, PostData>[]): HeadParts {
  const post = first?.data?.post;
  if (!first || !post) return {};
  const category = post.categories.find(({ feed }) => feed);
  return {
    ...(category?.feed && { feeds: { title: category.name, path: category.feed } }),
    publishedAt: post.publishedAt,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: post.title,
      datePublished: post.publishedAt,
      mainEntityOfPage: first.absolute(first.page.url),
      ...(post.excerpt && { description: post.excerpt }),
      ...(first.fields.showReadingTime &&
        post.readingMinutes && { timeRequired: `PT${post.readingMinutes}M` }),
      ...(post.author && { author: { '@type': 'Person', name: post.author } }),
    },
  };
}
