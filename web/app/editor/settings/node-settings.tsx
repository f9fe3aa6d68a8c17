/** The settings of what is selected, all in one place: a plugin's own form, its link, its look, how it is written in HTML. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Action } from '../../page/actions/types.ts';
import type { FieldLevel, NodeFields, PageState } from '../../page/types.ts';
import { Hint } from '../../ui/hint.tsx';
import { Notice } from '../../ui/notice.tsx';
import { inSentence } from '../../words/in-sentence.ts';
import { useEditing, useEditorState } from '../context.tsx';
import { nameOf, positionOf, sharedNotice } from '../places/names.ts';
import { isColumn, isRow, type Place, placeOf } from '../places/places.ts';
import { BackgroundSettings } from './background-settings.tsx';
import { HtmlSettings } from './html-settings.tsx';
import { LinkSettings } from './link-settings.tsx';
import { PluginSettings } from './plugin-settings.tsx';
import styles from './settings.module.css';
import { SharedBlockSettings } from './shared-block-settings.tsx';
import { canBeShared } from './sharing.ts';
import { SpacingSettings } from './spacing-settings.tsx';
import { VisibilitySettings } from './visibility-settings.tsx';

export function NodeSettings(): ReactNode {
  const page = useEditorState((state) => state.page);
  const selected = useEditorState((state) => state.selected);
  const place = page && placeOf(page.page, selected);
  if (!page || !place) return <Hint>{t`Select a part of the page to see its settings.`}</Hint>;
  return <SettingsOf key={place.node.id} page={page} place={place} />;
}

function SettingsOf({ page, place }: { page: PageState; place: Place }): ReactNode {
  const { editor } = useEditing();
  const mode = useEditorState((state) => state.mode.name);
  const notice = sharedNotice(place);
  // What only this page shows has one level; what others show too asks for which of them it is meant.
  const [level, setLevel] = useState<FieldLevel>(notice ? 'page' : 'site');
  const { id } = place.node;
  const fields: NodeFields = page.page.nodeFields[id]?.[level] ?? {};
  const name = nameOf(page, place);
  const { position, count, parent } = positionOf(page, place);
  const change = (...actions: Action[]) => editor.change(t`Change ${inSentence(name)}`, actions);
  const all = useRevealed<HTMLDivElement>(mode === 'editNodeSettings');
  const link = useRevealed(mode === 'editNodeLink');
  const background = useRevealed(mode === 'editNodeBackground');
  const visibility = useRevealed(mode === 'editNodeVisibility');
  const shared = useRevealed(mode === 'editNodeBranchBlock');
  return (
    <div ref={all} className={styles.form}>
      <p className={styles.what}>
        <Trans>
          <strong>{name}</strong> position {position} of {count} in {parent}
        </Trans>
      </p>
      {notice && <Notice tone="warning">{notice}</Notice>}
      {place.node.type === 'plugin' && <PluginSettings page={page} place={place} />}
      {canBeShared(place) && (
        <section ref={shared} className={styles.section} aria-label={t`Shared block`}>
          <h3>{t`Shared block`}</h3>
          <SharedBlockSettings page={page} place={place} />
        </section>
      )}
      {notice && (
        <SegmentedControl
          aria-label={t`Where these settings apply`}
          value={level}
          onChange={(value) => setLevel(value as FieldLevel)}
          data={[
            { value: 'page', label: t`On this page` },
            { value: 'site', label: t`Everywhere` },
          ]}
        />
      )}
      <section ref={link} className={styles.section} aria-label={t`Link`}>
        <h3>{t`Link`}</h3>
        <LinkSettings
          page={page}
          nodeId={id}
          level={level}
          isShared={notice !== undefined}
          fields={fields}
          change={change}
        />
      </section>
      <section ref={visibility} className={styles.section} aria-label={t`Who sees this`}>
        <VisibilitySettings page={page} place={place} level={level} change={change} />
      </section>
      <section ref={background} className={styles.section} aria-label={t`Background`}>
        <h3>{t`Background`}</h3>
        <BackgroundSettings
          key={level}
          page={page.page}
          nodeId={id}
          level={level}
          fields={fields}
          change={change}
        />
      </section>
      {(isRow(place) || isColumn(place)) && (
        <section className={styles.section} aria-label={t`Spacing`}>
          <h3>{t`Spacing`}</h3>
          <SpacingSettings page={page.page} place={place} level={level} fields={fields} change={change} />
        </section>
      )}
      <section className={styles.section} aria-label={t`HTML`}>
        <h3>{t`HTML`}</h3>
        <HtmlSettings nodeId={id} level={level} fields={fields} change={change} />
      </section>
    </div>
  );
}

/** Brings a section into view and its first field under the keyboard when it was asked for. */
function useRevealed<E extends HTMLElement = HTMLElement>(isWanted: boolean) {
  const section = useRef<E>(null);
  useEffect(() => {
    if (!isWanted) return;
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.querySelector<HTMLElement>('input, select, button')?.focus();
  }, [isWanted]);
  return section;
}
