/** CodeMirror as the templates' screens have it: languages, keys and looks. Loaded with the first editor. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { liquid } from '@codemirror/lang-liquid';
import { sass } from '@codemirror/lang-sass';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { SourceFault } from '../../api/templates.ts';

export type CodeLanguage = 'scss' | 'js' | 'json' | 'liquid';

const LANGUAGES: Record<CodeLanguage, () => Extension> = { scss: sass, js: javascript, json, liquid };

/** The colours are the screen's, in templates.module.css: both schemes have their own. */
const HIGHLIGHT = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.modifier, tags.definitionKeyword, tags.controlKeyword],
    color: 'var(--code-keyword)',
  },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.color, tags.unit, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--code-property)' },
  { tag: [tags.tagName, tags.className, tags.typeName, tags.labelName], color: 'var(--code-name)' },
  {
    tag: [tags.variableName, tags.special(tags.variableName), tags.definition(tags.variableName)],
    color: 'var(--code-variable)',
  },
  { tag: [tags.comment, tags.meta], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--pw-danger-text)' },
]);

const THEME = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--pw-ink)',
    backgroundColor: 'var(--pw-surface)',
    fontSize: 'var(--pw-text-sm)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--pw-font-mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--pw-ink)', padding: 'var(--pw-2) 0' },
  '.cm-cursor': { borderLeftColor: 'var(--pw-ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--pw-accent-soft-hover)',
  },
  '.cm-gutters': {
    backgroundColor: 'var(--pw-sunken)',
    color: 'var(--pw-ink-faint)',
    borderInlineEnd: '1px solid var(--pw-line)',
  },
  '.cm-activeLine': { backgroundColor: 'var(--code-active)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--pw-hover)', color: 'var(--pw-ink)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--pw-warning-soft)' },
  '.cm-searchMatch': {
    backgroundColor: 'var(--pw-warning-soft)',
    outline: '1px solid var(--pw-warning-text)',
  },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'var(--pw-accent-soft-hover)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--pw-pressed)', outline: 'none' },
  '.cm-foldPlaceholder': {
    border: '1px solid var(--pw-line)',
    backgroundColor: 'var(--pw-hover)',
    color: 'var(--pw-ink-soft)',
  },
  '.cm-panels': { backgroundColor: 'var(--pw-paper)', color: 'var(--pw-ink)', borderColor: 'var(--pw-line)' },
  '.cm-panel.cm-search': {
    padding: 'var(--pw-2)',
    paddingInlineEnd: 'var(--pw-8)',
    fontSize: 'var(--pw-text-sm)',
  },
  '.cm-textfield, .cm-button': {
    minHeight: 'var(--pw-control-xs)',
    border: '1px solid var(--pw-line-strong)',
    borderRadius: 'var(--pw-radius-sm)',
    background: 'var(--pw-surface)',
    color: 'var(--pw-ink)',
    fontSize: 'var(--pw-text-sm)',
  },
  '.cm-panel.cm-search [name=close]': {
    width: '1.75rem',
    height: '1.75rem',
    color: 'var(--pw-ink)',
    fontSize: 'var(--pw-text-lg)',
    cursor: 'pointer',
  },
  '.cm-tooltip': {
    border: '1px solid var(--pw-line)',
    borderRadius: 'var(--pw-radius-md)',
    backgroundColor: 'var(--pw-raised)',
    color: 'var(--pw-ink)',
    boxShadow: 'var(--pw-shadow-md)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--pw-accent-soft)',
    color: 'var(--pw-accent-soft-ink)',
  },
  '.cm-diagnostic': { maxWidth: '32rem', padding: 'var(--pw-2) var(--pw-3)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--pw-danger)' },
  '.cm-changedLine': { backgroundColor: 'var(--code-added) !important' },
  '.cm-changedText': { background: 'var(--code-added-text) !important' },
  '.cm-deletedChunk': { backgroundColor: 'var(--code-deleted) !important' },
  '.cm-deletedChunk .cm-deletedText': { background: 'var(--code-deleted-text) !important' },
  '.cm-collapsedLines': { background: 'var(--pw-sunken)', color: 'var(--pw-ink-soft)' },
});

/** What an editor and a comparison share. */
export const shown = (language: CodeLanguage): Extension => [
  lineNumbers(),
  highlightSpecialChars(),
  LANGUAGES[language](),
  syntaxHighlighting(HIGHLIGHT),
  EditorView.lineWrapping,
  THEME,
];

/** What is written in. Tab indents; after Escape it leaves the editor, as CodeMirror has it. */
export const written = (onSave: () => void): Extension => [
  foldGutter(),
  lintGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
  EditorState.tabSize.of(2),
  keymap.of([
    {
      key: 'Mod-s',
      run: () => {
        onSave();
        return true;
      },
    },
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
];

/** The offset of a line and a column, both counted from 1; what lies outside is at the nearest end. */
export function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column, 1) - 1, to);
}

/** Faults where they are: to the end of the word, or of the line. */
export function diagnosticsOf(doc: Text, faults: readonly SourceFault[]): Diagnostic[] {
  return faults.map(({ line, column, detail }) => {
    const from = offsetOf(doc, line, column);
    const rest = doc.sliceString(from, doc.lineAt(from).to);
    const word = /^[\w$@.#-]+/.exec(rest)?.[0].length ?? rest.length;
    return { from, to: from + word, severity: 'error', message: detail };
  });
}

/** Where JavaScript cannot be read, if that is so; the first place alone, which makes the rest look wrong. */
export function unreadableAt(source: string): { line: number; column: number } | undefined {
  let place: number | undefined;
  javascriptLanguage.parser.parse(source).iterate({
    enter: (node) => {
      if (node.type.isError) place ??= node.from;
      return place === undefined;
    },
  });
  if (place === undefined) return undefined;
  const before = source.slice(0, place).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
