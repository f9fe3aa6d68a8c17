/** One source in an editor. Its undo history, its folds and its place stay as long as it is drawn. */
import { setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import type { SourceFault } from '../../api/templates.ts';
import styles from './code.module.css';
import { type CodeLanguage, diagnosticsOf, offsetOf, shown, unreadableAt, written } from './code-setup.ts';

export interface CodeEditorHandle {
  goTo: (line: number, column: number) => void;
  /** Puts a text where the caret is. */
  insert: (text: string) => void;
}

export interface CodeEditorProps {
  ref?: Ref<CodeEditorHandle>;
  value: string;
  language: CodeLanguage;
  /** What a screen reader calls it. */
  label: string;
  describedBy?: string;
  faults: readonly SourceFault[];
  isReadOnly?: boolean;
  onChange: (value: string) => void;
  onSave: () => void;
  /** Told where a script cannot be read. */
  onUnreadable?: (place: { line: number; column: number } | undefined) => void;
}

/** Milliseconds of quiet before a half-typed script is called wrong. */
const PAUSE = 600;

export function CodeEditor(props: CodeEditorProps) {
  const { ref, value, faults, isReadOnly = false } = props;
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const reading = useRef(new Compartment());
  const onChange = useEffectEvent((text: string) => props.onChange(text));
  const onSave = useEffectEvent(() => props.onSave());
  const onUnreadable = useEffectEvent((text: string) => props.onUnreadable?.(unreadableAt(text)));
  const begin = useEffectEvent((parent: HTMLElement) => {
    // The attribute puts it in the tab order explicitly, for tools that look for the attribute.
    const attributes: Record<string, string> = { 'aria-label': props.label, tabindex: '0' };
    if (props.describedBy) attributes['aria-describedby'] = props.describedBy;
    const extensions = [
      shown(props.language),
      written(() => onSave()),
      EditorView.contentAttributes.of(attributes),
      reading.current.of(EditorState.readOnly.of(isReadOnly)),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
    ];
    return new EditorView({ parent, state: EditorState.create({ doc: value, extensions }) });
  });

  useEffect(() => {
    const made = begin(element.current as HTMLDivElement);
    view.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => {
    const present = view.current?.state.doc.toString();
    if (present === undefined || present === value) return;
    // It was brought back, or is somebody else's: one step of the undo history.
    view.current?.dispatch({ changes: { from: 0, to: present.length, insert: value } });
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({ effects: reading.current.reconfigure(EditorState.readOnly.of(isReadOnly)) });
  }, [isReadOnly]);
  useEffect(() => {
    const { current } = view;
    if (current) current.dispatch(setDiagnostics(current.state, diagnosticsOf(current.state.doc, faults)));
  }, [faults]);
  useEffect(() => {
    const timer = setTimeout(() => onUnreadable(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);

  useImperativeHandle(ref, () => ({
    goTo: (line, column) => {
      const { current } = view;
      if (!current) return;
      const anchor = offsetOf(current.state.doc, line, column);
      current.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      });
      current.focus();
    },
    insert: (text) => {
      const { current } = view;
      if (!current) return;
      current.dispatch(current.state.replaceSelection(text));
      current.focus();
    },
  }));
  return <div ref={element} className={styles.code} />;
}
