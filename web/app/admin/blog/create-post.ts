import { wordsOf } from '#words/i18n.ts';
import { loadPluginWords } from '#words/load.ts';
import { pagesCreate } from '../../api/generated/index.ts';
import { readNext } from '../../plugins/cms.blogPostMenu/read-next.ts';
import { defaultFields } from '../../plugins/contract.ts';
import { manifests } from '../../plugins/registry/manifests.ts';

const POST = 'cms.blogPost';
const MENU = 'cms.blogPostMenu';

interface NewPost {
  title: string;
  url: string;
  /** Empty for the site's default. */
  layoutId: string;
  templateId: string;
  /** Empty: that of the nearest list above its page, if there is one. */
  categoryId: string;
}

/** Makes a page with a blog post on it, both or neither, that ends with what to read next in the site's language; its address. */
export async function createPost(
  { title, url, layoutId, templateId, categoryId }: NewPost,
  language: string,
): Promise<string> {
  const manifest = manifests.get(POST);
  await loadPluginWords(MENU, language);
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
      blogPostMenu: readNext(wordsOf(language)),
    },
  });
  return page.url;
}
