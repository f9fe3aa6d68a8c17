/** The blog's categories and posts, as the admin lists and changes them. */
import { ifMatch } from './fetch.ts';
import {
  type BlogCategoryOut,
  type BlogPostOut,
  blogCreateCategory,
  blogDeleteCategory,
  blogUpdateCategory,
  blogUpdatePost,
} from './generated/index.ts';

export type Category = BlogCategoryOut;
export type Post = BlogPostOut;

/** What of a post is its own: it is called what its page is called. */
export type PostChange = Partial<Pick<Post, 'author' | 'publishedAt' | 'categories'>>;

/** Where a category is to stand: below which one, and at which place there, from 0; null is the last. */
export interface CategoryPlace {
  parentId: string | null;
  position: number | null;
}

/** Start of the key of every query for categories and posts: invalidate by it. */
export const blogKey = [{ tags: ['blog'] }];

export async function createCategory(name: string, parentId: string | null): Promise<Category> {
  const { data } = await blogCreateCategory({ body: { name, parentId } });
  return data;
}

/**
 * ProblemError 412 when the category has been changed since it was read. Its place is only given where it is to move: since
 * it was read its siblings may have moved it along, without a version of its own.
 */
export async function updateCategory(
  { id, version, name, parentId }: Category,
  change: { name: string } | CategoryPlace,
): Promise<Category> {
  const { data } = await blogUpdateCategory({
    path: { id },
    headers: ifMatch(version),
    body: { name, parentId, ...change },
  });
  return data;
}

/** Outlives the page that it is sent from: a delayed deletion is sent on leaving. */
export async function deleteCategory({ id, version }: Category): Promise<void> {
  await blogDeleteCategory({ path: { id }, headers: ifMatch(version), keepalive: true });
}

/** What is left out stays as it is. ProblemError 412 when the post has been changed since it was read. */
export async function updatePost({ id, version, title }: Post, change: PostChange): Promise<Post> {
  const { data } = await blogUpdatePost({
    path: { id },
    headers: ifMatch(version),
    body: { title, ...change },
  });
  return data;
}
