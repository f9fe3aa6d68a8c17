import type { HeadParts, HeadProps } from '../contract.ts';
import type { BlogListData, BlogListFields } from './render.tsx';

/** The feeds of the page's category, or of the whole blog where it shows the newest posts alone. */
export default function head(instances: HeadProps<BlogListFields, BlogListData>[]): HeadParts {
  const [first] = instances;
  if (!first?.data?.hasFeed) return {};
  const isList = instances.some(
    ({ fields }) => (fields.displayMode ?? 'list') === 'list' && fields.blogCategoryId,
  );
  const { page, site } = first;
  if (!isList && first.data.posts.length === 0) return {};
  return { feeds: isList ? { title: page.title, path: page.url } : { title: site.name, path: '/' } };
}
