/** The plugins that can be put on the page: chosen by key or tap, or dragged into place by the mouse. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Fragment, type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import type { BranchInList } from '../../api/generated/index.ts';
import type { PluginManifest } from '../../plugins/contract.ts';
import { useChromeState, useEditing } from '../context.tsx';
import { addBlock } from '../inserting/add-block.ts';
import { addPlugin, addRow } from '../inserting/add-plugin.ts';
import { prepareAhead } from '../inserting/prepare.ts';
import type { Dragged } from '../moving/drop-target.ts';
import { useDragHandle } from '../moving/use-drag.ts';
import { ColumnsIcon } from '../overlay/columns-icon.tsx';
import { addSection } from '../sections/add-section.ts';
import type { Section } from '../sections/sections.ts';
import { BlockOffers } from './block-offers.tsx';
import { findPlugins, findRows, findSections, grouped, rowName } from './offers.ts';
import styles from './palette.module.css';
import { PluginIcon } from './plugin-icon.tsx';
import { useOfferedBlocks } from './use-offered-blocks.ts';
import { useOfferedPlugins } from './use-offered-plugins.ts';

const NEW_PLUGIN: Dragged = { kind: 'new', type: 'plugin' };

/** What the keys of the search do here. */
export interface PaletteKeys {
  addFirst: () => void;
  focusFirst: () => void;
}

export interface PaletteProps {
  query: string;
  /** Is given what the search asks for, once it is there. */
  keys: Ref<PaletteKeys>;
}

export function Palette({ query, keys }: PaletteProps): ReactNode {
  const editing = useEditing();
  const offered = useOfferedPlugins();
  const insertAt = useChromeState((state) => state.insertAt);
  const found = findPlugins(offered, query);
  const rows = findRows(query);
  const sections = findSections(query);
  const blocks = useOfferedBlocks(query);
  const list = useRef<HTMLDivElement>(null);

  const done = () =>
    editing.chrome.setState({ insertAt: undefined, ...(isNarrow() ? { panel: undefined } : {}) });
  const add = (plugin: PluginManifest) => {
    void addPlugin(editing, plugin.ref, insertAt);
    done();
  };
  const addShared = (block: BranchInList) => {
    // Rows stand beside rows: where a plugin was asked for there may be no room for one.
    void addBlock(editing, block);
    done();
  };
  const addWhole = (section: Section) => {
    void addSection(editing, section);
    done();
  };
  const wholeSections = sections.length > 0 && <SectionChooser sections={sections} add={addWhole} />;
  useImperativeHandle(keys, () => ({
    addFirst: () => {
      if (found[0]) add(found[0]);
      else if (rows[0]) addRow(editing, rows[0]);
      else if (sections[0]) addWhole(sections[0]);
      else if (blocks[0]) addShared(blocks[0]);
    },
    focusFirst: () => list.current?.querySelector('button')?.focus(),
  }));
  return (
    <>
      {insertAt && <p className={styles.where}>{t`Will be added here`}</p>}
      {rows.length > 0 && <RowChooser counts={rows} />}
      {found.length + rows.length + sections.length + blocks.length === 0 && (
        <p className={styles.none}>
          <Trans>Nothing found for “{query}”.</Trans>
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows lead through its buttons, which are what is focused */}
      <div ref={list} className={styles.groups} onKeyDown={moveInList}>
        {found.length > 0 &&
          grouped(found, query).map(({ label, plugins }, index) => (
            <Fragment key={label}>
              <section aria-label={label}>
                <h3 className={styles.heading}>{label}</h3>
                <ul className={styles.list}>
                  {plugins.map((plugin) => (
                    <li key={plugin.ref}>
                      <Offer plugin={plugin} add={add} />
                    </li>
                  ))}
                </ul>
              </section>
              {/* After what pages are made of, before what few of them need. */}
              {index === 0 && wholeSections}
            </Fragment>
          ))}
        {found.length === 0 && wholeSections}
        <BlockOffers blocks={blocks} add={addShared} />
      </div>
    </>
  );
}

function SectionChooser({
  sections,
  add,
}: {
  sections: readonly Section[];
  add: (section: Section) => void;
}): ReactNode {
  return (
    <section aria-label={t`Sections`}>
      <h3 className={styles.heading}>{t`Sections`}</h3>
      <ul className={styles.list}>
        {sections.map((section) => (
          <li key={section.name}>
            <button type="button" className={styles.offer} data-pressed-only="" onClick={() => add(section)}>
              <span className={styles.icon}>
                <section.icon size={18} aria-hidden />
              </span>
              <span className={styles.words}>
                {section.label}
                <small>{section.tooltip}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Offer({
  plugin,
  add,
}: {
  plugin: PluginManifest;
  add: (plugin: PluginManifest) => void;
}): ReactNode {
  const handle = useDragHandle(NEW_PLUGIN, plugin.label, plugin.ref, isMouse);
  const reach = () => prepareAhead(plugin.ref);
  return (
    <button
      type="button"
      className={styles.offer}
      onClick={() => add(plugin)}
      onPointerEnter={reach}
      onFocus={reach}
      {...handle}
    >
      <span className={styles.icon}>
        <PluginIcon pluginRef={plugin.ref} />
      </span>
      <span className={styles.words}>
        {plugin.label}
        <small>{plugin.tooltip}</small>
      </span>
    </button>
  );
}

function RowChooser({ counts }: { counts: readonly number[] }): ReactNode {
  const editing = useEditing();
  return (
    <>
      <h3 className={styles.heading}>{t`Row`}</h3>
      <div className={styles.rows}>
        {counts.map((count) => (
          <button
            key={count}
            type="button"
            className={styles.row}
            aria-label={rowName(count)}
            onClick={() => addRow(editing, count)}
          >
            <ColumnsIcon count={count} />
            <span aria-hidden>{count}</span>
          </button>
        ))}
      </div>
    </>
  );
}

/** A finger scrolls the list; only a mouse or a pen drags out of it. */
function isMouse(pointerType: string): boolean {
  return pointerType !== 'touch';
}

function isNarrow(): boolean {
  return window.matchMedia('(width < 900px)').matches;
}

function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  buttons[buttons.indexOf(event.target as HTMLButtonElement) + step]?.focus();
}
