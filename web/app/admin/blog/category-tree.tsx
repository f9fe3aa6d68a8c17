import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { FolderTree } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Category } from '../../api/blog.ts';
import type { Resource } from '../define-resource.ts';
import { ResourceTree } from '../tree/resource-tree.tsx';
import styles from './blog.module.css';
import { CATEGORY_TREE } from './categories.ts';

interface TreeProps {
  /** Where its rows are. */
  place: RefObject<HTMLElement | null>;
  resource: Resource<Category>;
  hasSome: boolean;
  chosen: string | undefined;
  isRemoved: (category: Category) => boolean;
  onRemove: (category: Category) => void;
}

/** All posts, and the categories below each other. On a phone they are folded: the posts come first. */
export function CategoryTree({ place, resource, hasSome, chosen, isRemoved, onRemove }: TreeProps) {
  const [isOpen, setOpen] = useState(false);
  // What was chosen is in view below the button.
  const [openedFor, setOpenedFor] = useState(chosen);
  if (openedFor !== chosen) {
    setOpenedFor(chosen);
    setOpen(false);
  }
  const id = useId();
  return (
    <nav ref={place} className={styles.categories} aria-label={t`Categories`}>
      <Button
        size="md"
        className={styles.fold}
        leftSection={<FolderTree size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t`Categories`}
      </Button>
      <div id={id} className={styles.tree} data-open={isOpen || undefined}>
        <Link className={styles.all} to={{ search: '' }} aria-current={chosen ? undefined : 'true'}>
          {t`All posts`}
        </Link>
        {hasSome && (
          <>
            <ResourceTree
              {...{ resource, tree: CATEGORY_TREE, shown: chosen, isRemoved, onRemove }}
              isBeside
            />
            <p className={styles.keys}>{t`Drag a category to move it, or press Alt and an arrow key.`}</p>
          </>
        )}
      </div>
    </nav>
  );
}
