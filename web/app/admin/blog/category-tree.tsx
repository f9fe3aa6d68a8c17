import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Category } from '../../api/blog.ts';
import styles from './blog.module.css';
import { CategoryRow, type RowProps } from './category-row.tsx';
import { below } from './moves.ts';
import type { Categories } from './use-categories.ts';

interface TreeProps {
  all: Category[];
  chosen: string | undefined;
  actions: Categories;
  onAddBelow: (category: Category) => void;
}

/** All posts, and the categories below each other. */
export function CategoryTree({ all, chosen, actions, onAddBelow }: TreeProps) {
  const list = useRef<HTMLElement>(null);
  const [dragged, setDragged] = useState<Category>();
  const [moved, setMoved] = useState<{ id: string; version: number | undefined }>();

  // What has changed is drawn anew, maybe at another place, and the keyboard goes on with it.
  useEffect(() => {
    if (!moved || all.find(({ id }) => id === moved.id)?.version === moved.version) return;
    setMoved(undefined);
    list.current?.querySelector<HTMLElement>(`[data-category="${CSS.escape(moved.id)}"]`)?.focus();
  }, [moved, all]);

  const shared = {
    all,
    chosen,
    actions,
    dragged,
    onDrag: setDragged,
    onMoved: ({ id, version }: Category, isChanged: boolean) =>
      setMoved({ id, version: isChanged ? version : undefined }),
    onAddBelow,
  };
  return (
    <nav ref={list} className={styles.tree} aria-label={t`Categories`}>
      <div className={styles.row} data-chosen={chosen ? undefined : true}>
        <Link className={styles.name} to={{ search: '' }} aria-current={chosen ? undefined : 'true'}>
          {t`All posts`}
        </Link>
      </div>
      <Branch parentId={null} {...shared} />
      {all.length > 0 && (
        <p className={styles.keys}>{t`Drag a category to move it, or press Alt and an arrow key.`}</p>
      )}
    </nav>
  );
}

function Branch({ parentId, ...shared }: { parentId: string | null } & Omit<RowProps, 'category'>) {
  const categories = below(shared.all, parentId);
  if (categories.length === 0) return null;
  return (
    <ul className={styles.branch}>
      {categories.map((category) => (
        <li key={category.id}>
          <CategoryRow category={category} {...shared} />
          <Branch parentId={category.id} {...shared} />
        </li>
      ))}
    </ul>
  );
}
