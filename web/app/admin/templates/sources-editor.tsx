/** The sources of a template on tabs, each in an editor of its own, with a list of what is wrong in them. */
import { plural, t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { SOURCES, type SourceFault, type SourceName } from '../../api/templates.ts';
import { loadable } from '../../ui/load-failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SourceFaults } from '../source-field/source-faults.tsx';
import type { CodeEditorHandle } from './code-editor.tsx';
import { LANGUAGE_OF } from './conflict-panel.tsx';
import { readFontsJson } from './fonts.ts';
import { FontsForm } from './fonts-form.tsx';
import styles from './sources.module.css';
import { SOURCE_HINTS, SOURCE_LABELS } from './sources.ts';
import { mayWriteScripts } from './starts.ts';
import shared from './templates.module.css';
import type { TemplateDraft } from './use-template-draft.ts';

const CodeEditor = loadable(async () => (await import('./code-editor.tsx')).CodeEditor);

interface SourcesEditorProps {
  draft: TemplateDraft;
  /** What the compiler said of what is written, and of the last save. */
  faults: readonly SourceFault[];
}

/** The source that a fault is in: `fonts.0.src` is in the fonts, and CSS belongs to its SCSS. */
function sourceOf({ field }: SourceFault): SourceName {
  if (field.startsWith('fonts')) return 'fonts';
  if (field === 'inlineCSS' || field === 'mainSCSS') return 'inlineSCSS';
  return SOURCES.find((name) => name === field) ?? (field === 'externalCSS' ? 'externalSCSS' : 'sharedSCSS');
}

const placeOf = (fault: SourceFault): string => {
  const label = SOURCE_LABELS[sourceOf(fault)];
  const { line, column } = fault;
  return t`${label}, line ${line}, column ${column}`;
};

/** Those of the sources that no compiler reads. */
function useOwnFaults(draft: TemplateDraft) {
  const [script, setScript] = useState<{ line: number; column: number }>();
  const { fonts } = draft.sources;
  const faults = useMemo((): SourceFault[] => {
    const read = readFontsJson(fonts);
    const detail = t`Browsers cannot read the script from here on.`;
    return [
      ...('fault' in read ? [read.fault] : []),
      ...(script ? [{ field: 'js', ...script, detail }] : []),
    ];
  }, [fonts, script]);
  return { faults, setScript };
}

export function SourcesEditor({ draft, faults: compiled }: SourcesEditorProps): ReactNode {
  const id = useId();
  const [current, setCurrent] = useState<SourceName>('inlineSCSS');
  const [opened, setOpened] = useState<readonly SourceName[]>(['inlineSCSS']);
  const [isRaw, setRaw] = useState(false);
  const own = useOwnFaults(draft);
  const faults = useMemo(() => [...compiled, ...own.faults], [compiled, own.faults]);
  const handles = useRef<Partial<Record<SourceName, CodeEditorHandle | null>>>({});
  const wanted = useRef<SourceFault>(undefined);

  const open = (name: SourceName) => {
    setCurrent(name);
    setOpened((before) => (before.includes(name) ? before : [...before, name]));
  };
  const goTo = (fault: SourceFault) => {
    const name = sourceOf(fault);
    open(name);
    if (name === 'fonts') setRaw(true);
    // An editor that is drawn for the first time goes there when it is there.
    wanted.current = fault;
    requestAnimationFrame(() => reach(handles.current, wanted));
  };
  return (
    <div className={styles.sources}>
      <TabList id={id} current={current} draft={draft} faults={faults} onChange={open} />
      {opened.map((name) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-${name}-panel`}
          aria-labelledby={`${id}-${name}`}
          hidden={name !== current}
          className={styles.panel}
        >
          <p className={shared.quiet} id={`${id}-${name}-hint`}>
            {SOURCE_HINTS[name]}{' '}
            {(name !== 'fonts' || isRaw) && t`Tab indents: to leave the editor, press Escape, then Tab.`}
          </p>
          {name === 'js' && !mayWriteScripts() && (
            <Notice>{t`Only a super user can change the script.`}</Notice>
          )}
          {name === 'fonts' && (
            <div className={styles.fontsHead}>
              <Button onClick={() => setRaw(!isRaw)}>{isRaw ? t`Edit as a list` : t`Edit as JSON`}</Button>
            </div>
          )}
          {name === 'fonts' && !isRaw ? (
            <FontsForm value={draft.sources.fonts} onChange={(text) => draft.write('fonts', text)} />
          ) : (
            <SourceEditor
              name={name}
              hintId={`${id}-${name}-hint`}
              draft={draft}
              faults={faults}
              onUnreadable={name === 'js' ? own.setScript : undefined}
              register={(handle) => {
                handles.current[name] = handle;
                reach(handles.current, wanted);
              }}
            />
          )}
        </div>
      ))}
      <SourceFaults faults={faults} placeOf={placeOf} onChoose={goTo} />
    </div>
  );
}

/** Puts the caret where a fault is, once the editor is there. */
function reach(
  handles: Partial<Record<SourceName, CodeEditorHandle | null>>,
  wanted: RefObject<SourceFault | undefined>,
): void {
  const fault = wanted.current;
  const handle = fault && handles[sourceOf(fault)];
  if (!handle) return;
  wanted.current = undefined;
  handle.goTo(fault.line, fault.column);
}

interface SourceEditorProps {
  name: SourceName;
  hintId: string;
  draft: TemplateDraft;
  faults: readonly SourceFault[];
  onUnreadable: ((place: { line: number; column: number } | undefined) => void) | undefined;
  register: (handle: CodeEditorHandle | null) => void;
}

function SourceEditor({ name, hintId, draft, faults, onUnreadable, register }: SourceEditorProps) {
  const own = useMemo(() => faults.filter((fault) => sourceOf(fault) === name), [faults, name]);
  return (
    <CodeEditor
      ref={register}
      value={draft.sources[name]}
      language={LANGUAGE_OF[name]}
      label={SOURCE_LABELS[name]}
      describedBy={hintId}
      faults={own}
      isReadOnly={name === 'js' && !mayWriteScripts()}
      onChange={(text) => draft.write(name, text)}
      onSave={() => void draft.save()}
      onUnreadable={onUnreadable}
    />
  );
}

interface TabListProps {
  id: string;
  current: SourceName;
  draft: TemplateDraft;
  faults: readonly SourceFault[];
  onChange: (name: SourceName) => void;
}

function TabList({ id, current, draft, faults, onChange }: TabListProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = SOURCES.at((SOURCES.indexOf(current) + step) % SOURCES.length) as SourceName;
    onChange(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={t`Sources`} className={styles.tabs} onKeyDown={onKeyDown}>
      {SOURCES.map((name) => {
        const wrong = faults.filter((fault) => sourceOf(fault) === name).length;
        return (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={name === current ? `${id}-${name}-panel` : undefined}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChange(name)}
          >
            {SOURCE_LABELS[name]}
            {draft.changed.includes(name) && (
              <span className={styles.dot} role="img" aria-label={t`not saved`} title={t`Not saved`} />
            )}
            {wrong > 0 && (
              <span className={styles.wrong}>
                {wrong}
                <span className="pw-visually-hidden">
                  {plural(wrong, { one: ' mistake', other: ' mistakes' })}
                </span>
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
