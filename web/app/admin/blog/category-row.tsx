/** One category of the tree: chosen by its link, renamed in place, moved by dragging or with Alt and the arrow keys. */
import { t } from '@lingui/core/macro';
import { ActionIcon, Menu, TextInput } from '@mantine/core';
import {
  ArrowDown,
  ArrowUp,
  Ellipsis,
  ExternalLink,
  FolderPlus,
  GripVertical,
  IndentDecrease,
  IndentIncrease,
  Pencil,
  Trash2,
} from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router';
import type { Category } from '../../api/blog.ts';
import styles from './blog.module.css';
import { below, dropped, type Side, type Step, stepped } from './moves.ts';
import type { Categories } from './use-categories.ts';

export interface RowProps {
  category: Category;
  all: Category[];
  chosen: string | undefined;
  actions: Categories;
  /** The category that is being dragged. */
  dragged: Category | undefined;
  onDrag: (category: Category | undefined) => void;
  /** Where the keyboard goes on: once the change is seen, or at once where there is none. */
  onMoved: (category: Category, isChanged: boolean) => void;
  onAddBelow: (category: Category) => void;
}

const KEYS: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' };

function sideOf(event: DragEvent<HTMLElement>): Side {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const share = (event.clientY - top) / height;
  return share < 0.28 ? 'before' : share > 0.72 ? 'after' : 'inside';
}

function Name({ category, onDone }: { category: Category; onDone: (name: string | undefined) => void }) {
  const [name, setName] = useState(category.name);
  const finish = (typed: string | undefined) => {
    const next = typed?.trim();
    onDone(next && next !== category.name ? next : undefined);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish(name);
    if (event.key === 'Escape') finish(undefined);
  };
  return (
    <TextInput
      className={styles.rename}
      size="sm"
      aria-label={t`New name of “${category.name}”`}
      autoFocus
      maxLength={200}
      value={name}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onKeyDown={onKey}
      onBlur={() => finish(name)}
    />
  );
}

export function CategoryRow(props: RowProps) {
  const { category, all, chosen, actions, dragged, onDrag, onMoved } = props;
  const [isRenaming, setRenaming] = useState(false);
  const [side, setSide] = useState<Side>();
  const hasChildren = below(all, category.id).length > 0;

  const step = async (which: Step) => {
    const place = stepped(all, category, which);
    if (place && (await actions.move(category, place))) onMoved(category, true);
  };
  const onKey = (event: KeyboardEvent) => {
    const which = event.altKey ? KEYS[event.key] : undefined;
    if (which) void step(which);
    else if (event.key === 'F2') setRenaming(true);
    else if (event.key === 'Delete' && !hasChildren) actions.remove(category);
    else return;
    event.preventDefault();
  };
  const placeAt = (event: DragEvent<HTMLElement>) =>
    dragged && dropped(all, dragged, category, sideOf(event));
  const onDragOver = (event: DragEvent<HTMLElement>) => {
    const isPossible = Boolean(placeAt(event));
    setSide(isPossible ? sideOf(event) : undefined);
    if (isPossible) event.preventDefault();
  };
  const onDrop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    setSide(undefined);
    const place = placeAt(event);
    if (dragged && place) void actions.move(dragged, place);
    onDrag(undefined);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging has the same moves in the menu and on the keyboard.
    <div
      className={styles.row}
      data-chosen={category.id === chosen || undefined}
      data-drop={side}
      draggable={!isRenaming}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', category.name);
        onDrag(category);
      }}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={onDragOver}
      onDragLeave={() => setSide(undefined)}
      onDrop={onDrop}
    >
      <GripVertical className={styles.grip} size={14} aria-hidden />
      {isRenaming ? (
        <Name
          category={category}
          onDone={(name) => {
            setRenaming(false);
            onMoved(category, false);
            if (name) void actions.rename(category, name).then((isDone) => onMoved(category, isDone));
          }}
        />
      ) : (
        <Link
          className={styles.name}
          to={{ search: `?category=${category.id}` }}
          aria-current={category.id === chosen ? 'true' : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight F2 Delete"
          data-category={category.id}
          draggable={false}
          onKeyDown={onKey}
        >
          {category.name}
        </Link>
      )}
      <RowMenu {...props} step={step} hasChildren={hasChildren} onRename={() => setRenaming(true)} />
    </div>
  );
}

interface RowMenuProps extends RowProps {
  step: (which: Step) => Promise<void>;
  hasChildren: boolean;
  onRename: () => void;
}

function RowMenu({ category, all, actions, step, hasChildren, onRename, onAddBelow }: RowMenuProps) {
  const [page] = category.pages;
  const moves = [
    { which: 'up', label: t`Move up`, icon: ArrowUp },
    { which: 'down', label: t`Move down`, icon: ArrowDown },
    { which: 'in', label: t`Move into the one above`, icon: IndentIncrease },
    { which: 'out', label: t`Move out`, icon: IndentDecrease },
  ] as const;
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <ActionIcon aria-label={t`More actions: ${category.name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Pencil size={15} aria-hidden />} onClick={onRename}>
          {t`Rename`}
        </Menu.Item>
        <Menu.Item leftSection={<FolderPlus size={15} aria-hidden />} onClick={() => onAddBelow(category)}>
          {t`New subcategory`}
        </Menu.Item>
        {page && (
          <Menu.Item component="a" href={page.url} leftSection={<ExternalLink size={15} aria-hidden />}>
            {t`Open its page`}
          </Menu.Item>
        )}
        <Menu.Divider />
        {moves.map(({ which, label, icon: Icon }) => (
          <Menu.Item
            key={which}
            leftSection={<Icon size={15} aria-hidden />}
            disabled={!stepped(all, category, which)}
            onClick={() => void step(which)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          data-danger={hasChildren ? undefined : true}
          leftSection={<Trash2 size={15} aria-hidden />}
          disabled={hasChildren}
          onClick={() => actions.remove(category)}
        >
          {hasChildren ? t`Delete: move or delete its subcategories first` : t`Delete`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
