import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import type { Category } from '../../api/blog.ts';
import type { Resource } from '../define-resource.ts';
import { ResourceTree } from '../tree/resource-tree.tsx';
import styles from './blog.module.css';
import { CATEGORY_TREE } from './categories.ts';

interface TreeProps {
  resource: Resource<Category>;
  hasSome: boolean;
  chosen: string | undefined;
  isRemoved: (category: Category) => boolean;
  onRemove: (category: Category) => void;
}

/** All posts, and the categories below each other. */
export function CategoryTree({ resource, hasSome, chosen, isRemoved, onRemove }: TreeProps) {
  return (
    <nav className={styles.tree} aria-label={t`Categories`}>
      <Link className={styles.all} to={{ search: '' }} aria-current={chosen ? undefined : 'true'}>
        {t`All posts`}
      </Link>
      {hasSome && (
        <>
          <ResourceTree {...{ resource, tree: CATEGORY_TREE, shown: chosen, isRemoved, onRemove }} isBeside />
          <p className={styles.keys}>{t`Drag a category to move it, or press Alt and an arrow key.`}</p>
        </>
      )}
    </nav>
  );
}
