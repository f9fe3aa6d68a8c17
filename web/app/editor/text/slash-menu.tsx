/** The menu that `/` opens in an empty paragraph: kinds of paragraphs here, plugins after the text. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SlashMatch } from '../../plugins/rich-text/slash.ts';
import { BLOCKS, INSERTIONS, LISTS } from '../../writing/format-actions.ts';
import { scaleOf } from '../canvas/frame.ts';
import { useEditing, useFrameState, useTextState } from '../context.tsx';
import { addPlugin } from '../inserting/add-plugin.ts';
import { findIn } from '../panels/offers.ts';
import { PluginIcon } from '../panels/plugin-icon.tsx';
import { useOfferedPlugins } from '../panels/use-offered-plugins.ts';
import { placeOf } from '../places/places.ts';
import styles from './slash-menu.module.css';

interface Choice {
  name: string;
  label: string;
  hint?: string;
  icon: ReactNode;
  isPlugin: boolean;
  words: string[];
  run: () => void;
}

export function SlashMenu(): ReactNode {
  const text = useTextState((state) => state.text);
  const slash = useTextState((state) => state.slash);
  return text && slash ? <Choices text={text} slash={slash} /> : null;
}

function Choices({ text, slash }: { text: Editor; slash: SlashMatch }): ReactNode {
  const { slashKeys, editor } = useEditing();
  const all = useChoices(text, slash);
  const found = findIn(all, slash.query, (choice) => choice.words);
  const [active, setActive] = useState(0);
  const current = Math.min(active, found.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query, another list
  useEffect(() => setActive(0), [slash.query]);
  const label = found[current]?.label;
  useEffect(() => {
    // The caret stays in the text, in another document: the choice is said instead of focused.
    if (label) editor.announce(label);
  }, [editor, label]);

  // With the choice that is shown, not some time after it: the next key may be the one that takes it.
  useLayoutEffect(() => {
    slashKeys.current = (event) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0 && found.length > 0) setActive((current + step + found.length) % found.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && found[current]) found[current].run();
      else return false;
      return true;
    };
    return () => {
      slashKeys.current = undefined;
    };
  });

  const place = useBelow(slash);
  return (
    <div ref={place} className={styles.menu} role="listbox" aria-label={t`Insert`}>
      {found.length === 0 && (
        <p className={styles.none}>
          <Trans>Nothing found for “{slash.query}”</Trans>
        </p>
      )}
      {found.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text's, see above
        <div
          key={choice.name}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          className={styles.choice}
          ref={index === current ? scrollIntoView : undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={choice.run}
        >
          <span className={styles.icon} data-plugin={choice.isPlugin || undefined}>
            {choice.icon}
          </span>
          <span className={styles.words}>
            {choice.label}
            {choice.hint && <small>{choice.hint}</small>}
          </span>
        </div>
      ))}
    </div>
  );
}

function scrollIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

function useChoices(text: Editor, slash: SlashMatch): Choice[] {
  const editing = useEditing();
  const offered = useOfferedPlugins();
  return useMemo(() => {
    const clear = () => text.chain().focus().deleteRange({ from: slash.from, to: slash.to });
    const formats = [...BLOCKS.slice(1), ...LISTS, ...INSERTIONS].map(
      (action): Choice => ({
        name: action.name,
        label: action.label,
        icon: <action.icon size={17} strokeWidth={1.75} aria-hidden />,
        isPlugin: false,
        words: [...(action.words ?? [])],
        run: () => {
          clear().run();
          action.run(text, editing.texts);
        },
      }),
    );
    const plugins = offered.map(
      (plugin): Choice => ({
        name: plugin.ref,
        label: plugin.label,
        hint: plugin.tooltip,
        icon: <PluginIcon pluginRef={plugin.ref} size={17} />,
        isPlugin: true,
        words: [plugin.ref, ...plugin.keywords],
        run: () => {
          removeParagraph(text, slash);
          const { page, selected } = editing.editor.get();
          const place = page && placeOf(page.page, selected);
          if (place?.parent)
            void addPlugin(editing, plugin.ref, { parentId: place.parent.node.id, index: place.index + 1 });
        },
      }),
    );
    // An editor who is writing wants a heading or a list more often than a plugin.
    return [...formats, ...plugins];
  }, [editing, offered, text, slash]);
}

/** Takes the whole paragraph of the `/` out, unless it is all there is. */
function removeParagraph(text: Editor, { from, to }: SlashMatch): void {
  const isAll = text.state.doc.childCount === 1;
  const chain = text.chain();
  (isAll ? chain.deleteRange({ from, to }) : chain.deleteRange({ from: from - 1, to: to + 1 })).run();
}

/** Below the `/`, or above it where there is more room. */
function useBelow({ place: inFrame }: SlashMatch) {
  const ref = useRef<HTMLDivElement>(null);
  const frame = useFrameState((state) => state.frame);
  useLayoutEffect(() => {
    const menu = ref.current;
    const around = menu?.offsetParent;
    if (!menu || !around || !frame) return;
    const scale = scaleOf(frame);
    const place = { left: inFrame.left * scale, top: inFrame.top * scale, bottom: inFrame.bottom * scale };
    const left = Math.max(8, Math.min(place.left, around.clientWidth - menu.offsetWidth - 8));
    const fits = place.bottom + 6 + menu.offsetHeight <= around.clientHeight;
    const top = fits ? place.bottom + 6 : Math.max(8, place.top - menu.offsetHeight - 6);
    menu.style.transform = `translate(${left}px, ${top}px)`;
  });
  return ref;
}
