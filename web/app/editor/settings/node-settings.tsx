/** The settings of what is selected: its link, its background and how it is written in HTML. */
import { t } from '@lingui/core/macro';
import { Button, SegmentedControl } from '@mantine/core';
import { Settings } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CommittedField } from '../../fields/committed-field.tsx';
import { FieldInput } from '../../fields/inputs.tsx';
import type { Action } from '../../page/actions/types.ts';
import { completeAddress, isCssId, isIdentifier, TAG_NAMES } from '../../page/field-rules.ts';
import { toNames } from '../../page/node-fields.ts';
import type { FieldLevel, NodeFields, PageState } from '../../page/types.ts';
import { useEditing, useEditorState } from '../context.tsx';
import { inSentence, nameOf, positionOf, sharedNotice } from '../places/names.ts';
import { type Place, placeOf } from '../places/places.ts';
import { BackgroundSettings } from './background-settings.tsx';
import styles from './settings.module.css';
import { VisibilitySettings } from './visibility-settings.tsx';

const ELEMENTS = [
  { value: '', label: t`Default` },
  ...TAG_NAMES.map((value) => ({ value, label: `<${value}>` })),
];
const LINK = { type: 'address', label: t`Address`, hint: t`Make this whole block a link.` } as const;

/** The fault of names separated by spaces, the first wrong one named. */
function faultOfNames(typed: string, isRight: (name: string) => boolean): string | undefined {
  const wrong = toNames(typed).find((name) => !isRight(name));
  return wrong && `“${wrong}” cannot be used: letters, digits, - and _ only, and a letter first.`;
}

export function NodeSettings(): ReactNode {
  const page = useEditorState((state) => state.page);
  const selected = useEditorState((state) => state.selected);
  const place = page && placeOf(page.page, selected);
  if (!page || !place)
    return <p className={styles.hint}>{t`Select a part of the page to see its settings.`}</p>;
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
  const change = (action: Action) => editor.change(t`Change ${inSentence(nameOf(page, place))}`, [action]);
  const link = useRevealed(mode === 'editNodeLink');
  const background = useRevealed(mode === 'editNodeBackground');
  const visibility = useRevealed(mode === 'editNodeVisibility');
  return (
    <div className={styles.form}>
      <p className={styles.what}>
        <strong>{nameOf(page, place)}</strong> {positionOf(page, place)}
      </p>
      {place.node.type === 'plugin' && (
        <Button
          leftSection={<Settings size={15} aria-hidden />}
          onClick={() => editor.setMode({ name: 'editPluginMeta', nodeId: id })}
        >
          {t`Edit settings`}
        </Button>
      )}
      {notice && (
        <>
          <p className={styles.notice}>{notice}</p>
          <SegmentedControl
            aria-label={t`Where these settings count`}
            value={level}
            onChange={(value) => setLevel(value as FieldLevel)}
            data={[
              { value: 'page', label: t`On this page` },
              { value: 'site', label: t`Everywhere` },
            ]}
          />
        </>
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
        <BackgroundSettings key={level} nodeId={id} level={level} fields={fields} change={change} />
      </section>
      <section className={styles.section} aria-label={t`HTML`}>
        <h3>{t`HTML`}</h3>
        <FieldInput
          definition={{ type: 'choice', label: t`Element`, options: ELEMENTS }}
          value={fields.tagName ?? ''}
          onChange={(value) =>
            change({ name: 'NODE_SET_TAG_NAME', nodeId: id, level, tagName: value ? String(value) : null })
          }
        />
        <CommittedField
          definition={{
            type: 'text',
            label: t`Ids`,
            hint: t`Names that links can jump to, separated by spaces.`,
          }}
          value={(fields.ids ?? []).join(' ')}
          faultOf={(typed) => faultOfNames(String(typed), isCssId)}
          onCommit={(value) =>
            change({ name: 'NODE_SET_IDS', nodeId: id, level, ids: toNames(String(value)) })
          }
        />
        <CommittedField
          definition={{
            type: 'text',
            label: t`Classes`,
            hint: t`For the template’s styles, separated by spaces.`,
          }}
          value={(fields.classNames ?? []).join(' ')}
          faultOf={(typed) => faultOfNames(String(typed), isIdentifier)}
          onCommit={(value) =>
            change({ name: 'NODE_SET_CLASS_NAMES', nodeId: id, level, classNames: toNames(String(value)) })
          }
        />
      </section>
    </div>
  );
}

interface LinkSettingsProps {
  page: PageState;
  nodeId: string;
  level: FieldLevel;
  isShared: boolean;
  fields: NodeFields;
  change: (action: Action) => void;
}

/** A page-wide link is an action of its own; what counts everywhere is a field of the node. */
function LinkSettings({ page, nodeId, level, isShared, fields, change }: LinkSettingsProps): ReactNode {
  const isEverywhere = isShared && level === 'site';
  const link = page.page.links[nodeId];
  const href = isEverywhere ? fields.href : link?.href;
  const isNewTab = isEverywhere ? fields.hrefTarget === '_blank' : (link?.targetBlank ?? false);
  const set = (address: string, targetBlank: boolean) => {
    const value = completeAddress(address) || null;
    change(
      isEverywhere
        ? { name: 'NODE_SET_HREF', nodeId, level, href: value, hrefTarget: targetBlank ? '_blank' : '' }
        : { name: 'LINK_SET', nodeId, href: value, targetBlank },
    );
  };
  return (
    <>
      <CommittedField
        definition={LINK}
        value={href ?? ''}
        onCommit={(value) => set(String(value), isNewTab)}
      />
      <FieldInput
        definition={{ type: 'switch', label: t`Open in a new tab` }}
        value={isNewTab}
        isReadOnly={!href}
        onChange={(isOn) => set(href ?? '', isOn === true)}
      />
    </>
  );
}

/** Brings a section into view and its first field under the keyboard when it was asked for. */
function useRevealed(isWanted: boolean) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [isWanted]);
  return section;
}
