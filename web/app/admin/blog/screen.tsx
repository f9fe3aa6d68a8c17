import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { FolderPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Category } from '../../api/blog.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { defineScreen } from '../define-screen.ts';
import styles from './blog.module.css';
import { CategoryTree } from './category-tree.tsx';
import entry from './entry.ts';
import { Feeds } from './feeds.tsx';
import { NewCategory } from './new-category.tsx';
import { NewPost } from './new-post.tsx';
import { PostList } from './post-list.tsx';
import { useCategories } from './use-categories.ts';

type Open = { dialog: 'category'; parent: Category | undefined } | { dialog: 'post' };

function Blog() {
  const actions = useCategories();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const all = actions.categories ?? [];
  const category = all.find(({ id }) => id === search.get('category'));
  const close = () => setOpen(undefined);
  const newPost = () => setOpen({ dialog: 'post' });
  return (
    <>
      <PageHeader
        title={entry.many}
        description={entry.description}
        actions={
          <>
            <Button
              size="md"
              leftSection={<FolderPlus size={16} aria-hidden />}
              onClick={() => setOpen({ dialog: 'category', parent: undefined })}
            >
              {t`New category`}
            </Button>
            <Button size="md" variant="filled" leftSection={<Plus size={16} aria-hidden />} onClick={newPost}>
              {t`New post`}
            </Button>
          </>
        }
      />
      <Loaded query={actions.query}>
        {() => (
          <div className={styles.blog}>
            <CategoryTree
              all={all}
              chosen={category?.id}
              actions={actions}
              onAddBelow={(parent) => setOpen({ dialog: 'category', parent })}
            />
            <section className={styles.posts} aria-labelledby="blog-chosen">
              <h2 id="blog-chosen">{category?.name ?? t`All posts`}</h2>
              <Feeds category={category} />
              <PostList category={category?.id} onNew={newPost} />
            </section>
          </div>
        )}
      </Loaded>
      {open?.dialog === 'category' && (
        <NewCategory
          parent={open.parent}
          add={actions.add}
          onClose={close}
          onAdded={({ id }) => {
            close();
            void navigate({ search: `?category=${id}` });
          }}
        />
      )}
      {open?.dialog === 'post' && <NewPost category={category} onClose={close} />}
    </>
  );
}

export default defineScreen({ ...entry, Main: Blog });
