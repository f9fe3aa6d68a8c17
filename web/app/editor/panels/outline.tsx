/** What is on the page as a tree: shows, selects and moves it (WAI-ARIA tree view). */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronRight, Columns2, LayoutTemplate, Lock, Rows2, Square, Users } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PageState } from '../../page/types.ts';
import { textDescription } from '../../plugins/cms.text/description.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { isAnyPressed } from '../../shortcuts/pressed.ts';
import { loadable } from '../../ui/load-failure.tsx';
import { inWords } from '../../visibility/names.ts';
import { WhoSees } from '../../visibility/who-sees.tsx';
import * as commands from '../commands/node-commands.ts';
import { useEditing, useEditorState } from '../context.tsx';
import { nameOf, sharedNotice } from '../places/names.ts';
import { outlined, outlinedAt, sharedBy } from '../places/outlined.ts';
import { ancestorsOf, isColumn, isPlugin, isRow, type Place, placeOf, placesOf } from '../places/places.ts';
import { restrictionOf } from '../places/restrictions.ts';
import styles from './outline.module.css';
import { PluginIcon } from './plugin-icon.tsx';

export function Outline(): ReactNode {
  const page = useEditorState((state) => state.page);
  const selected = useEditorState((state) => state.selected);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const tree = useRef<HTMLUListElement>(null);
  const hasCRM = useEditorState((state) => state.base?.site.hasCRM ?? false);
  const toggle = (nodeId: string, isOpen: boolean) =>
    setClosed((before) => new Set(isOpen ? [...before].filter((id) => id !== nodeId) : [...before, nodeId]));
  useRevealed(tree, selected, page, setClosed);
  const onKeyDown = useTreeKeys(page, closed, toggle);
  const root = page && [...placesOf(page.page).values()][0];
  if (!page || !root) return null;
  const top = outlined(root);
  const at = outlinedAt(placeOf(page.page, selected))?.node.id;
  const shown = { page, selected: at, closed, hasCRM, toggle, stop: at ?? top[0]?.node.id };
  const seenBy = inWords(page.page.config.scopeWhitelist, hasCRM);
  return (
    <>
      {seenBy && (
        <p className={styles.page}>
          <Lock size={13} aria-hidden /> <Trans>All of this page is seen only by {seenBy}.</Trans>
        </p>
      )}
      <ul
        ref={tree}
        className={styles.tree}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: lists are what trees are made of (WAI-ARIA)
        role="tree"
        aria-label={t`What is on the page`}
        onKeyDown={onKeyDown}
      >
        {top.map((place) => (
          <Item key={place.node.id} place={place} level={1} shown={shown} />
        ))}
      </ul>
    </>
  );
}

interface Shown {
  page: PageState;
  selected: string | undefined;
  closed: ReadonlySet<string>;
  hasCRM: boolean;
  toggle: (nodeId: string, isOpen: boolean) => void;
  /** The one item that Tab stops at. */
  stop: string | undefined;
}

function Item({ place, level, shown }: { place: Place; level: number; shown: Shown }): ReactNode {
  const { editor, focusNode } = useEditing();
  const { id } = place.node;
  const children = outlined(place);
  const isParent = children.length > 0;
  const isOpen = !shown.closed.has(id);
  const sharing = sharedBy(place, level);
  return (
    <li
      role="treeitem"
      aria-level={level}
      aria-selected={shown.selected === id}
      aria-expanded={isParent ? isOpen : undefined}
      tabIndex={shown.stop === id ? 0 : -1}
      data-outline={id}
      className={styles.item}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the tree's keys are handled once, on the tree */}
      <div
        className={styles.line}
        style={{ paddingInlineStart: `${(level - 1) * 14 + 4}px` }}
        onClick={(event) => {
          editor.select(id);
          focusNode(id, { keepsFocus: true });
          (event.currentTarget.parentElement as HTMLElement).focus();
        }}
      >
        <span
          className={styles.toggle}
          aria-hidden
          data-open={isOpen || undefined}
          data-parent={isParent || undefined}
          onClick={(event) => {
            event.stopPropagation();
            shown.toggle(id, !isOpen);
          }}
        >
          <ChevronRight size={13} />
        </span>
        <NodeIcon place={place} page={shown.page} />
        <span className={styles.name}>{nameOf(shown.page, place)}</span>
        <span className={styles.excerpt}>{excerpt(shown.page, place)}</span>
        <Restriction names={restrictionOf(shown.page.page, place)} hasCRM={shown.hasCRM} />
        {sharing && (
          <span title={sharedNotice(place)} className={styles.shared}>
            <Users size={12} aria-hidden /> {sharing}
          </span>
        )}
      </div>
      {isParent && isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a tree's group is no fieldset
        <ul role="group" className={styles.group}>
          {children.map((child) => (
            <Item key={child.node.id} place={child} level={level + 1} shown={shown} />
          ))}
        </ul>
      )}
    </li>
  );
}

// Asks auth, which few pages need: most have nothing that only some see.
const CheckedWhoSees = loadable<{ names: readonly string[]; hasCRM: boolean }>(
  async () => (await import('../../visibility/checked-who-sees.tsx')).CheckedWhoSees,
  { Waiting: WhoSees, Failure: WhoSees },
);

function Restriction({ names, hasCRM }: { names: readonly string[] | undefined; hasCRM: boolean }) {
  if (!names) return null;
  return <CheckedWhoSees names={names} hasCRM={hasCRM} />;
}

function NodeIcon({ place, page }: { place: Place; page: PageState }): ReactNode {
  if (place.node.type === 'plugin') {
    return <PluginIcon pluginRef={page.plugins[place.node.pluginId]?.ref ?? ''} size={15} />;
  }
  const Icon = isRow(place)
    ? Rows2
    : isColumn(place)
      ? place.children.length > 1
        ? Columns2
        : Square
      : LayoutTemplate;
  return <Icon size={15} strokeWidth={1.75} aria-hidden />;
}

/** The first words of a text, to tell one from the other. */
function excerpt(page: PageState, place: Place): string {
  const plugin = place.node.type === 'plugin' ? page.plugins[place.node.pluginId] : undefined;
  const definitions = Object.entries(manifests.get(plugin?.ref ?? '')?.fields ?? {});
  for (const [name, { type }] of definitions) {
    const value = plugin?.fields[name];
    if ((type !== 'text' && type !== 'richText') || typeof value !== 'string') continue;
    const words = type === 'richText' ? textDescription(value) : value;
    if (words.trim()) return words.slice(0, 60);
  }
  return '';
}

/** Opens what hides the selected node, and brings its line into view. */
function useRevealed(
  tree: React.RefObject<HTMLUListElement | null>,
  selected: string | undefined,
  page: PageState | undefined,
  setClosed: React.Dispatch<React.SetStateAction<ReadonlySet<string>>>,
): void {
  useEffect(() => {
    const place = page && placeOf(page.page, selected);
    if (!place) return;
    const around = new Set(ancestorsOf(place).map((one) => one.node.id));
    setClosed((before) =>
      [...before].some((id) => around.has(id))
        ? new Set([...before].filter((id) => !around.has(id)))
        : before,
    );
    const line = outlinedAt(place)?.node.id ?? place.node.id;
    tree.current?.querySelector(`[data-outline="${CSS.escape(line)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [tree, selected, page, setClosed]);
}

/** What changes the tree: the keyboard stays in it. */
const CHANGES = [
  commands.moveUp,
  commands.moveDown,
  commands.moveLeft,
  commands.moveRight,
  commands.duplicate,
  commands.remove,
];

function useTreeKeys(
  page: PageState | undefined,
  closed: ReadonlySet<string>,
  toggle: (nodeId: string, isOpen: boolean) => void,
) {
  const editing = useEditing();
  return (event: KeyboardEvent<HTMLElement>) => {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[data-outline]');
    const id = item?.dataset.outline;
    const place = page && placeOf(page.page, id);
    if (!item || !id || !place) return;
    const go = (next: HTMLElement | null | undefined) => {
      const nextId = next?.dataset.outline;
      if (!next || !nextId) return;
      editing.editor.select(nextId);
      editing.focusNode(nextId, { keepsFocus: true });
      next.focus();
    };
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-outline]')];
    const at = items.indexOf(item);
    const { key } = event;
    const isOpenParent = outlined(place).length > 0 && !closed.has(id);
    const change = CHANGES.find(({ keys }) => isAnyPressed(event.nativeEvent, keys));
    if (change) {
      editing.editor.select(id);
      change.run({ ...editing, focusNode: (nodeId) => refocus(event.currentTarget, nodeId, editing) });
    } else if (key === 'ArrowDown') go(items[at + 1]);
    else if (key === 'ArrowUp') go(items[at - 1]);
    else if (key === 'Home') go(items[0]);
    else if (key === 'End') go(items.at(-1));
    else if (key === 'ArrowRight') isOpenParent ? go(items[at + 1]) : toggle(id, true);
    else if (key === 'ArrowLeft')
      isOpenParent ? toggle(id, false) : go(item.parentElement?.closest<HTMLElement>('[data-outline]'));
    else if (key === 'Enter' || key === ' ')
      isPlugin(place) ? commands.editText.run(editing) : editing.focusNode(id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** After a move the line stands elsewhere: the keyboard goes with it. */
function refocus(tree: HTMLElement, nodeId: string, editing: ReturnType<typeof useEditing>): void {
  editing.focusNode(nodeId, { keepsFocus: true });
  requestAnimationFrame(() =>
    tree.querySelector<HTMLElement>(`[data-outline="${CSS.escape(nodeId)}"]`)?.focus(),
  );
}
