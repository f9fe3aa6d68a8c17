import { pagesCreate } from '../../api/generated/index.ts';
import { defaultFields } from '../../plugins/contract.ts';
import { manifests } from '../../plugins/registry/manifests.ts';

const POST = 'cms.blogPost';

interface NewPost {
  title: string;
  url: string;
  /** Empty for the site's default. */
  layoutId: string;
  templateId: string;
  /** Empty: that of the nearest list above its page, if there is one. */
  categoryId: string;
}

/** Makes a page with a blog post on it, both or neither; its address. */
export async function createPost({ title, url, layoutId, templateId, categoryId }: NewPost): Promise<string> {
  const manifest = manifests.get(POST);
  const { data: page } = await pagesCreate({
    body: {
      title: title.trim(),
      url: url.trim(),
      // Left out, each is the site's default: null would give the page a layout of its own.
      ...(layoutId && { layoutId }),
      ...(templateId && { templateId }),
      blogPost: {
        ...(manifest && defaultFields(manifest)),
        // Their defaults are for posts that were made before there was this choice.
        showExcerpt: true,
        showReadingTime: true,
        ...(categoryId && { categories: [categoryId] }),
      },
    },
  });
  return page.url;
}
