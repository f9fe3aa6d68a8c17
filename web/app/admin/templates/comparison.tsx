/** Two texts as one, with what was removed and what was added. */
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import styles from './code.module.css';
import { type CodeLanguage, shown } from './code-setup.ts';

export interface ComparisonProps {
  before: string;
  after: string;
  language: CodeLanguage;
  label: string;
}

export function Comparison({ before, after, language, label }: ComparisonProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const extensions = [
      shown(language),
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      unifiedMergeView({
        original: before,
        mergeControls: false,
        collapseUnchanged: { margin: 3, minSize: 6 },
      }),
    ];
    const view = new EditorView({
      parent: element.current as HTMLElement,
      state: EditorState.create({ doc: after, extensions }),
    });
    return () => view.destroy();
  }, [before, after, language, label]);
  return <section ref={element} className={styles.comparison} aria-label={label} />;
}
