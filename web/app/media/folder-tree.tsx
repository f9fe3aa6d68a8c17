/** All folders as a tree: to go to one, or to choose one to move things into. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Folder, FolderOpen, Library, Lock } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { allFoldersOptions, type ListedFolder } from '../api/files.ts';
import { Loaded } from '../ui/loaded.tsx';
import { rowAt, rowFor } from '../ui/tree-keys.ts';
import { parentOf, trailOf } from './addresses.ts';
import styles from './folder-tree.module.css';

interface FolderTreeProps {
  label: string;
  /** The folder that is open or chosen, empty for the top. */
  value: string;
  onChange: (folder: string) => void;
  /** Folders that cannot be chosen: what is moved cannot go into itself. */
  isClosed?: (folder: string) => boolean;
  onDropOn?: (folder: string, event: DragEvent) => void;
  canDropOn?: (folder: string, event: DragEvent) => boolean;
}

export interface Branch {
  name: string;
  label: string;
  level: number;
  hasChildren: boolean;
  isOpen: boolean;
  files?: number;
  /** Somebody has said who sees what is in it. */
  isRestricted?: boolean;
}

const isForSome = ({ scopeWhitelist = [] }: ListedFolder['metaData']): boolean => scopeWhitelist.length > 0;

/** The folders that are seen: those whose folders above are all open. Pure. */
export function branchesOf(folders: readonly ListedFolder[], open: ReadonlySet<string>): Branch[] {
  const below = Map.groupBy(folders, ({ name }) => parentOf(name));
  const walk = (parent: string, level: number): Branch[] =>
    (below.get(parent) ?? [])
      .toSorted((one, other) => one.label.localeCompare(other.label))
      .flatMap(({ name, label, files, metaData }) => {
        const isOpen = open.has(name);
        const branch = {
          name,
          label,
          level,
          hasChildren: below.has(name),
          isOpen,
          files,
          isRestricted: isForSome(metaData),
        };
        return [branch, ...(isOpen ? walk(name, level + 1) : [])];
      });
  return walk('', 2);
}

export function FolderTree(props: FolderTreeProps): ReactNode {
  const query = useQuery(allFoldersOptions());
  return <Loaded query={query}>{(folders) => <Tree {...props} folders={folders} />}</Loaded>;
}

function Tree({ folders, ...props }: FolderTreeProps & { folders: ListedFolder[] }): ReactNode {
  const { label, value } = props;
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const tree = useRef<HTMLDivElement>(null);
  // The way to where one is stands open, unless it was closed.
  const way = trailOf(parentOf(value)).map(({ name }) => name);
  const open = new Set(
    [...folders.map(({ name }) => name)].filter((name) => toggled.get(name) ?? way.includes(name)),
  );
  const branches = [
    { name: '', label: t`All files`, level: 1, hasChildren: folders.length > 0, isOpen: true },
    ...branchesOf(folders, open),
  ];
  const current = branches.some(({ name }) => name === value) ? value : '';
  const toggle = (name: string, isOpen: boolean) => setToggled((before) => new Map(before).set(name, isOpen));
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowAt(event.target);
    if (!row || !tree.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const branch = branches.find(({ name }) => name === row.dataset.folder);
    const opens = { ArrowRight: true, ArrowLeft: false }[event.key];
    if (branch?.name && branch.hasChildren && opens !== undefined && branch.isOpen !== opens)
      toggle(branch.name, opens);
    else if (event.key === 'Enter' || event.key === ' ') row.click();
    else {
      const to = rowFor(event.key, tree.current, row);
      if (!to) return;
      to.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={tree}
      role="tree"
      tabIndex={-1}
      aria-label={label}
      className={styles.tree}
      onKeyDown={onKeyDown}
    >
      {branches.map((branch) => (
        <Row
          key={branch.name}
          {...props}
          branch={branch}
          isCurrent={branch.name === current}
          onToggle={() => toggle(branch.name, !branch.isOpen)}
        />
      ))}
    </div>
  );
}

interface RowProps extends Omit<FolderTreeProps, 'label'> {
  branch: Branch;
  isCurrent: boolean;
  onToggle: () => void;
}

function Row({ branch, isCurrent, onToggle, onChange, isClosed, onDropOn, canDropOn }: RowProps): ReactNode {
  const { name, label, level, hasChildren, isOpen, files, isRestricted } = branch;
  const [isTarget, setTarget] = useState(false);
  const isOff = isClosed?.(name) ?? false;
  const Icon = name === '' ? Library : isOpen || isCurrent ? FolderOpen : Folder;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's
    <div
      role="treeitem"
      className={styles.branch}
      style={{ paddingInlineStart: `${(level - 1) * 14 + 4}px` }}
      data-folder={name}
      data-name={label}
      data-target={isTarget || undefined}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isCurrent}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onChange(name)}
      onDragOver={(event) => {
        if (!canDropOn?.(name, event)) return;
        event.preventDefault();
        event.stopPropagation();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false);
        if (!canDropOn?.(name, event)) return;
        event.preventDefault();
        event.stopPropagation();
        onDropOn?.(name, event);
      }}
    >
      <span
        className={styles.arrow}
        data-open={isOpen}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation();
          if (name) onToggle();
        }}
      >
        {hasChildren && name && <ChevronRight size={14} />}
      </span>
      <Icon size={16} aria-hidden />
      <span className={styles.label}>{label}</span>
      {isRestricted && (
        <span className={styles.lock} title={t`Not for everyone`}>
          <Lock size={12} aria-hidden />
          <span className="pw-visually-hidden">{t`Not for everyone`}</span>
        </span>
      )}
      {Boolean(files) && (
        <span className={styles.count} aria-hidden>
          {files}
        </span>
      )}
    </div>
  );
}
