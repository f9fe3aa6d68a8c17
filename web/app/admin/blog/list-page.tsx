/** Offers a page that lists the posts, while no page does: cards and titles elsewhere show the newest alone. */
import { t } from '@lingui/core/macro';
import { type Category, deleteCategory } from '../../api/blog.ts';
import { blogListCategories, pagesCreate } from '../../api/generated/index.ts';
import type { PageRecord } from '../../api/pages.ts';
import { defaultFields } from '../../plugins/contract.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { Notice } from '../../ui/notice.tsx';
import { MakePages } from '../pages/make-pages.tsx';
import styles from './blog.module.css';

const LIST = 'cms.blogList';
// What most blogs are called, in English as in German; the page can be renamed like any other.
const TITLE = 'Blog';
const MOST = 100;

export function ListPage() {
  return (
    <div className={styles.offer}>
      <Notice>{t`No page lists all your posts yet, so visitors may not find them.`}</Notice>
      <MakePages label={t`Create a blog page`} make={make} findRest={findCategories} />
    </div>
  );
}

async function make(): Promise<PageRecord[]> {
  const manifest = manifests.get(LIST);
  const { data } = await pagesCreate({
    body: {
      title: TITLE,
      url: '/blog',
      config: { menu: { visible: true } },
      blogList: { ...(manifest && defaultFields(manifest)) },
    },
  });
  return [data];
}

/** A list's category outlives its page; where that is taken back it goes, too. */
async function findCategories(made: PageRecord[]) {
  const { data } = await blogListCategories({ query: { limit: MOST, sort: '-createdAt' } });
  const isOf = ({ pages }: Category) => made.some(({ id }) => pages.some((page) => page.id === id));
  const found = data.results.filter(isOf);
  return () => Promise.all(found.map(deleteCategory));
}
