import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderPlus, Plus } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { blogKey, type Category, createCategory, type Post } from '../../api/blog.ts';
import source from '../../fields/sources/blog.categories.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { defineScreen } from '../define-screen.ts';
import { UnsavedForms } from '../unsaved.tsx';
import { useDelayedRemoval } from '../use-delayed-removal.ts';
import { useRowFocus } from '../use-row-focus.ts';
import styles from './blog.module.css';
import { categoriesWith } from './categories.ts';
import { CategoryTree } from './category-tree.tsx';
import entry from './entry.ts';
import { Feeds } from './feeds.tsx';
import { ListPage } from './list-page.tsx';
import { NewCategory } from './new-category.tsx';
import { NewPost } from './new-post.tsx';
import { PostDetails } from './post-details.tsx';
import { PostList } from './post-list.tsx';

type Open =
  | { dialog: 'category'; parent: Category | undefined }
  | { dialog: 'post' }
  | { dialog: 'details'; id: string };

function Blog() {
  const queryClient = useQueryClient();
  const query = useQuery(source.search(''));
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const resource = useMemo(() => categoriesWith((parent) => setOpen({ dialog: 'category', parent })), []);
  const place = useRef<HTMLElement>(null);
  const focus = useRowFocus(place);
  const { remove, isRemoved } = useDelayedRemoval(resource, focus.beforeReturn);
  const removeCategory = (row: Category) => {
    focus.beforeRemoval([resource.idOf(row)]);
    remove([row]);
  };
  const all = (query.data?.results ?? []).filter((category) => !isRemoved(category));
  const category = all.find(({ id }) => id === search.get('category'));
  const close = () => setOpen(undefined);
  const newPost = () => setOpen({ dialog: 'post' });
  const openPost = useCallback(({ id }: Post) => setOpen({ dialog: 'details', id }), []);
  const add = async (name: string, parentId: string | null) => {
    const added = await createCategory(name, parentId);
    await queryClient.invalidateQueries({ queryKey: blogKey });
    return added;
  };
  return (
    <UnsavedForms>
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
      <Loaded query={query}>
        {() => (
          <>
            {all.every(({ pages }) => pages.length === 0) && <ListPage />}
            <div className={styles.blog}>
              <CategoryTree
                {...{ place, resource, isRemoved }}
                hasSome={all.length > 0}
                chosen={category?.id}
                onRemove={removeCategory}
              />
              <section className={styles.posts} aria-labelledby="blog-chosen">
                <h2 id="blog-chosen">{category?.name ?? t`All posts`}</h2>
                <Feeds category={category} />
                <PostList category={category?.id} onNew={newPost} onOpen={openPost} />
              </section>
            </div>
          </>
        )}
      </Loaded>
      {open?.dialog === 'category' && (
        <NewCategory
          parent={open.parent}
          add={add}
          onClose={close}
          onAdded={({ id }) => {
            close();
            void navigate({ search: `?category=${id}` });
          }}
        />
      )}
      {/* Its category is one of those. */}
      {open?.dialog === 'post' && !query.isPending && (
        <NewPost categories={all} category={category} onClose={close} />
      )}
      {open?.dialog === 'details' && <PostDetails id={open.id} onClose={close} />}
    </UnsavedForms>
  );
}

export default defineScreen({ ...entry, Main: Blog });
