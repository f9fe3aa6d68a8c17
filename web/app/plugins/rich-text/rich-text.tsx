/** The editor that stands in place of a rich text: the same element, the same classes, with a caret in it. */
import { t } from '@lingui/core/macro';
import { Editor } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions/placeholder';
import { type Node as DocumentNode, Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Caret } from '../contract.ts';
import { withImages } from '../images/html-images.ts';
import { schemaExtensions } from './extensions.ts';
import { type RichTextHost, useRichTextHost } from './host.ts';
import { documentFromHtml, htmlFromDocument } from './html.ts';
import { imagePasting } from './image-paste.ts';
import { type ImagesAround, imageViews, redrawImages } from './image-view.ts';
import { RichTextKeys } from './keys.ts';
import { Slash } from './slash.ts';
import { TAKEN_OVER, takeOver } from './take-over.ts';
import { createTyping, type Typing } from './typing.ts';

export interface RichTextProps {
  html: string;
  /** What a screen reader calls it. */
  label: string;
  className?: string;
  /** Left out, the caret goes to the end of the text. */
  caret?: Caret;
  /** Whether the caret goes there at once. */
  autoFocus?: boolean;
  onChange: (html: string) => void;
  onLeave: () => void;
  /** What the page knows of its images; left out, they are drawn as the text itself says. */
  images?: ImagesAround;
}

export function RichText(props: RichTextProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const host = useRichTextHost();
  const latest = useRef({ props, host });
  latest.current = { props, host };
  const open = useRef<{ editor: Editor; typing: Typing } | null>(null);

  useLayoutEffect(() => {
    if (!place.current) return;
    const opened = openEditor(place.current, () => latest.current);
    open.current = opened;
    const stopFlushing = latest.current.host.onFlush(opened.typing.flush);
    return () => {
      opened.typing.flush();
      opened.detach();
      stopFlushing();
      opened.editor.destroy();
      open.current = null;
    };
  }, []);

  const drawn = useRef(props.html);
  // With each drawing: what was handed over and undone before the next one is the former text again.
  useEffect(() => {
    const isFormer = drawn.current === props.html;
    drawn.current = props.html;
    if (!open.current || open.current.typing.knows(props.html)) return;
    const { editor, typing } = open.current;
    if (isFormer && typing.isHolding()) return;
    typing.reset(props.html);
    takeOver(editor.view, documentFromHtml(props.html, editor.schema));
  });

  const { files, room } = props.images ?? {};
  useEffect(() => {
    if (open.current && files && room) redrawImages(open.current.editor.view, { files, room });
  }, [files, room]);

  // Drawn as visitors see it until the editor takes it over: where the caret goes is judged by what stands where, and an
  // empty text would move what is beside it. It is as the service has cleaned it. Whatever is in it from then on belongs
  // to the editor, and React does not touch it.
  const [first] = useState(() => ({
    __html: props.images ? withImages(props.html, { ...props.images, hasFirstImage: true }) : props.html,
  }));
  return <div ref={place} className={props.className} dangerouslySetInnerHTML={first} />;
}

interface Latest {
  props: RichTextProps;
  host: RichTextHost;
}

function openEditor(
  place: HTMLElement,
  latest: () => Latest,
): { editor: Editor; typing: Typing; detach: () => void } {
  const { html, caret, autoFocus } = latest().props;
  const editor = withHeightKept(place, () => mountEditor(place, latest));
  const typing = createTyping(
    html,
    () => htmlFromDocument(editor.state.doc),
    (next) => latest().props.onChange(next),
  );
  editor.on('update', ({ transaction }) => {
    if (!transaction.getMeta(TAKEN_OVER)) typing.typed();
  });
  editor.on('blur', () => typing.flush());
  const attach = () => latest().host.attach(editor);
  let detach = autoFocus ? attach() : () => undefined;
  editor.on('focus', () => {
    detach();
    detach = attach();
  });
  if (autoFocus) placeCaret(editor, caret);
  return { editor, typing, detach: () => detach() };
}

function mountEditor(place: HTMLElement, latest: () => Latest): Editor {
  const { html, label } = latest().props;
  const { history, ownHistory } = latest().host;
  const pasting = imagePasting(
    () => latest().host,
    () => editor,
  );
  const editor: Editor = new Editor({
    element: { mount: place },
    injectCSS: false,
    extensions: [
      ...schemaExtensions,
      imageViews(() => latest().props.images),
      Placeholder.configure({ placeholder: t`Type, or press / to add something` }),
      RichTextKeys.configure({
        leave: () => latest().props.onLeave(),
        link: () => latest().host.askForLink(),
        ...history,
      }),
      ...(ownHistory ? [ownHistory] : []),
      Slash.configure({
        onSlash: (match) => latest().host.onSlash?.(match),
        onSlashKey: (event) => latest().host.onSlashKey?.(event) ?? false,
      }),
    ],
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, 'data-pw-inline': '' },
      ...pasting,
      handleDOMEvents: { ...pasting.handleDOMEvents, keydown: readCaret },
      // A link's click is a click into its text.
      handleClick: (_view, _position, event) => {
        if ((event.target as Element).closest('a')) event.preventDefault();
        return false;
      },
    },
  });
  editor.view.dispatch(
    editor.state.tr.replace(
      0,
      editor.state.doc.content.size,
      new Slice(documentFromHtml(html, editor.schema).content, 0, 0),
    ),
  );
  return editor;
}

/**
 * Its place is empty for a moment, which ProseMirror measures: a page that was scrolled down would be shorter than that,
 * and jump to its beginning. What is emptied in the middle of its column moves, and the page would be scrolled after it.
 */
function withHeightKept<T>(place: HTMLElement, work: () => T): T {
  const { style } = place.ownerDocument.documentElement;
  const { minHeight, overflowAnchor } = style;
  style.minHeight = '10000000px';
  style.overflowAnchor = 'none';
  try {
    return work();
  } finally {
    // Laid out once while it is: browsers give an image its height in the first layout that finds it.
    place.getBoundingClientRect();
    style.minHeight = minHeight;
    style.overflowAnchor = overflowAnchor;
  }
}

/**
 * The browser tells of a moved caret in a task of its own. On a busy machine the next key comes before it, and
 * ProseMirror would act where the caret was: End, Enter would split a word. Its observer is asked to look first.
 */
function readCaret(view: EditorView): boolean {
  (view as unknown as { domObserver: { flush: () => void } }).domObserver.flush();
  return false;
}

function placeCaret(editor: Editor, caret: RichTextProps['caret']): void {
  // The click may have been meant for a line beside it (plain-line.tsx), which has taken the focus then.
  if (editor.view.dom.ownerDocument.activeElement?.matches('[data-pw-inline]')) return;
  const place = placeOf(editor.view, caret);
  const image = imageUnder(editor.view, caret);
  editor.view.dom.ownerDocument.defaultView?.focus();
  editor.view.focus();
  if (image !== undefined) editor.commands.setNodeSelection(image);
  else editor.commands.setTextSelection(place ?? editor.state.doc.content.size);
}

/** A click on an image selects it, as the click does that finds the text open already. */
function imageUnder(view: EditorView, caret: RichTextProps['caret']): number | undefined {
  // -1 where nothing is under it that is one.
  const inside = typeof caret === 'object' ? (view.posAtCoords(caret)?.inside ?? -1) : -1;
  const isImage = inside >= 0 && view.state.doc.nodeAt(inside)?.type.name === 'image';
  return isImage ? inside : undefined;
}

/** Undefined is the end of the text. */
function placeOf(view: EditorView, caret: RichTextProps['caret']) {
  const { doc } = view.state;
  if (caret === 'firstLine') return firstLine(doc);
  if (caret === 'afterTitle') return hasTitle(doc) || goesOnBelow(view) ? firstLine(doc)?.to : undefined;
  return caret && view.posAtCoords(caret)?.pos;
}

const hasTitle = (doc: DocumentNode) => doc.firstChild?.type.name === 'heading';

/** Whether the text's end is out of view. */
function goesOnBelow({ dom }: EditorView): boolean {
  const { defaultView } = dom.ownerDocument;
  return defaultView !== null && dom.getBoundingClientRect().bottom > defaultView.innerHeight;
}

/** The contents of the first paragraph or heading. */
function firstLine(doc: DocumentNode): { from: number; to: number } | undefined {
  let found: { from: number; to: number } | undefined;
  doc.descendants((node, position) => {
    if (!found && node.isTextblock) found = { from: position + 1, to: position + 1 + node.content.size };
    return !found;
  });
  return found;
}
