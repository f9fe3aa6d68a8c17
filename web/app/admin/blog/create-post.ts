import { t } from '@lingui/core/macro';
import { v7 as newId } from 'uuid';
import { idempotencyKey } from '../../api/fetch.ts';
import { pageRenderGet, pageRenderUpdate, pagesCreate } from '../../api/generated/index.ts';
import { deletePage, type PageRecord } from '../../api/pages.ts';
import { ProblemError } from '../../api/problem.ts';
import { walk } from '../../page/tree.ts';
import type { Page, PageRender } from '../../page/types.ts';
import { defaultFields } from '../../plugins/contract.ts';
import { manifests } from '../../plugins/registry/manifests.ts';

const POST = 'cms.blogPost';

interface NewPost {
  title: string;
  url: string;
  /** Empty for the site's default. */
  layoutId: string;
  templateId: string;
  categoryId: string | undefined;
}

/** Makes a page with a blog post on it; its address. If the post cannot be put on it, no page stays behind. */
export async function createPost({ title, url, layoutId, templateId, categoryId }: NewPost): Promise<string> {
  const { data: page } = await pagesCreate({
    body: {
      title: title.trim(),
      url: url.trim(),
      // Left out, each is the site's default: null would give the page a layout of its own.
      ...(layoutId && { layoutId }),
      ...(templateId && { templateId }),
    },
  });
  try {
    await addPost(page, categoryId);
  } catch (error) {
    await deletePage(page);
    throw error;
  }
  return page.url;
}

async function addPost({ id, url }: PageRecord, categoryId: string | undefined): Promise<void> {
  const { data } = await pageRenderGet({ query: { url } });
  const render = data as PageRender;
  const parentId = ownColumn(render.page);
  if (!parentId) {
    const detail = t`This layout has no place for a page’s own content. Choose another layout.`;
    const errors = [{ field: 'layoutId', code: 'no_own_column', detail }];
    throw new ProblemError(422, { code: 'no_own_column', detail, errors });
  }
  const manifest = manifests.get(POST);
  const fields = {
    ...(manifest && defaultFields(manifest)),
    ...(categoryId && { categories: [categoryId] }),
  };
  const pluginId = newId();
  await pageRenderUpdate({
    path: { id },
    headers: idempotencyKey(newId()),
    body: {
      version: render.version,
      actions: [
        { name: 'PLUGIN_CREATE', pluginId, ref: POST, fields },
        { name: 'BLOCK_ADD_PLUGIN_NODE', parentId, index: HEADING, nodeId: newId(), pluginId },
      ],
    },
  });
}

/** Below the heading that a new page begins with. */
const HEADING = 1;

function ownColumn(page: Page): string | undefined {
  for (const node of walk(page)) if (node.type === 'col-unique') return node.id;
  return undefined;
}
