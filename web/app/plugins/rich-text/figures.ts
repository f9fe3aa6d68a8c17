/** Images with what is said of them: a figure holds the image in a paragraph, and its caption in a line. */
import { type Editor, Extension } from '@tiptap/core';
import type { Attrs, Node as DocumentNode, ResolvedPos, Schema } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';

export interface Described {
  /** Left out, what the library says of the image counts. */
  alt?: string;
  /** Empty: none. */
  caption: string;
}

/** An image of a text, with the figure that it stands in. */
export interface PlacedImage {
  image: DocumentNode;
  position: number;
  figure?: { node: DocumentNode; position: number };
}

/** The image that is selected, or that of the figure that the caret is in. */
export function imageAt({ doc, selection }: EditorState): PlacedImage | undefined {
  const figure = figureAround(selection.$from);
  if (selection instanceof NodeSelection && selection.node.type.name === 'image')
    return { image: selection.node, position: selection.from, figure };
  const around = selection instanceof NodeSelection ? asFigure(selection.node, selection.from) : figure;
  return around && firstImage(doc, around);
}

const captionOf = (figure: DocumentNode): { node: DocumentNode; offset: number } | undefined => {
  let found: { node: DocumentNode; offset: number } | undefined;
  figure.forEach((node, offset) => {
    if (node.type.name === 'line' && node.attrs.tag === 'figcaption') found ??= { node, offset };
  });
  return found;
};

/** What is said of an image. */
export function describedBy({ image, figure }: PlacedImage): Described {
  const caption = figure && captionOf(figure.node)?.node.textContent;
  return { alt: image.attrs.alt ?? undefined, caption: caption ?? '' };
}

/** Puts an image of its own where the caret is: in place of an empty paragraph, or after what the caret is in. */
export function insertFigure({ state, view }: Editor, src: string): void {
  const { schema, selection, tr } = state;
  const { $from } = selection;
  const figure = figureOf(schema, schema.nodes.image?.create({ src }), '');
  if (!figure) return;
  const within = figureAround($from);
  const position = within
    ? within.position + within.node.nodeSize
    : $from.depth === 0
      ? selection.to
      : $from.after();
  const isEmpty =
    !within && $from.depth > 0 && $from.parent.type.name === 'paragraph' && !$from.parent.childCount;
  if (isEmpty && canStandFor($from, figure)) tr.replaceWith($from.before(), $from.after(), figure);
  else tr.insert(position, figure);
  const start = isEmpty && canStandFor($from, figure) ? $from.before() : position;
  view.dispatch(selectImage(tr, start).scrollIntoView());
}

/** Says something else of an image. One that gets a caption gets a figure for it. */
export function describeImage({ state, view }: Editor, placed: PlacedImage, described: Described): void {
  const { tr, schema } = state;
  const { image, position, figure } = placed;
  const alt = described.alt ?? null;
  if (image.attrs.alt !== alt) tr.setNodeAttribute(position, 'alt', alt);
  const caption = described.caption.trim();
  if (figure) setCaption(tr, figure, caption);
  else if (caption) {
    const said = image.type.create({ ...image.attrs, alt }, null, image.marks);
    const own = figureOf(schema, said, caption, tr.doc.resolve(position).parent);
    if (own) putIntoFigure(tr, position, own);
  }
  if (tr.docChanged) view.dispatch(tr);
}

/** Shows another image there. What was said of the one before is not said of it. */
export function replaceImage({ state, view }: Editor, { image, position }: PlacedImage, src: string): void {
  const { kept, anchor } = image.attrs;
  const tr = state.tr.setNodeMarkup(position, null, { ...image.type.create({ src }).attrs, kept, anchor });
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, position)));
}

/** Takes an image out, with its figure where it is the only one in it. */
export function removeImage({ state, view }: Editor, placed: PlacedImage): void {
  view.dispatch(withoutImage(state, placed).scrollIntoView());
}

function withoutImage({ tr }: EditorState, { image, position, figure }: PlacedImage): Transaction {
  const isOnly = figure !== undefined && countImages(figure.node) === 1;
  const [from, node] = isOnly ? [figure.position, figure.node] : [position, image];
  const $from = tr.doc.resolve(from);
  // A text is never empty.
  const isAll = isOnly && $from.parent.childCount === 1;
  if (isAll) tr.replaceWith(from, from + node.nodeSize, [paragraphOf(tr)]);
  else tr.delete(from, from + node.nodeSize);
  return tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size))));
}

/** Keys that would tear figures apart, or from which no way would lead out of one. */
export const FigureKeys = Extension.create({
  name: 'figureKeys',
  // Before the keys of paragraphs and of what is selected.
  priority: 200,
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => leave(editor),
      Backspace: ({ editor }) => removeSelected(editor) || keepApart(editor),
      Delete: ({ editor }) => removeSelected(editor),
    };
  },
});

/** From an image, or from the end of its caption, into a paragraph after the figure. */
function leave({ state, view }: Editor): boolean {
  const { selection, tr } = state;
  const { $from, $to } = selection;
  const figure = figureAround($to);
  const isImage = selection instanceof NodeSelection && selection.node.type.name === 'image';
  const isCaptionsEnd = $to.parent.type.name === 'line' && $to.parentOffset === $to.parent.content.size;
  if (!figure || (!isImage && !(isCaptionsEnd && $from.sameParent($to)))) return false;
  const after = figure.position + figure.node.nodeSize;
  tr.insert(after, paragraphOf(tr));
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
}

function removeSelected(editor: Editor): boolean {
  const { selection } = editor.state;
  const placed = imageAt(editor.state);
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image' || !placed?.figure)
    return false;
  removeImage(editor, placed);
  return true;
}

/** A caption stays one, and a paragraph does not get into the figure before it. */
function keepApart({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || $from.depth === 0) return false;
  const { tr } = state;
  const inside = figureAround($from);
  if (inside) {
    if ($from.parent.type.name !== 'line') return false;
    const placed = firstImage(state.doc, inside);
    if ($from.parent.childCount === 0) tr.delete($from.before(), $from.after());
    if (placed) tr.setSelection(NodeSelection.create(tr.doc, placed.position));
    view.dispatch(tr);
    return true;
  }
  const before = $from.index(-1) > 0 ? $from.node(-1).child($from.index(-1) - 1) : null;
  const figure = before && asFigure(before, $from.before() - before.nodeSize);
  const placed = figure && firstImage(state.doc, figure);
  if (!placed) return false;
  if ($from.parent.childCount === 0) tr.delete($from.before(), $from.after());
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, placed.position)));
  return true;
}

function figureAround($at: ResolvedPos): PlacedImage['figure'] {
  for (let depth = $at.depth; depth > 0; depth -= 1) {
    const found = asFigure($at.node(depth), $at.before(depth));
    if (found) return found;
  }
  return undefined;
}

const asFigure = (node: DocumentNode, position: number): PlacedImage['figure'] =>
  node.type.name === 'container' && node.attrs.tag === 'figure' ? { node, position } : undefined;

function firstImage(doc: DocumentNode, figure: NonNullable<PlacedImage['figure']>): PlacedImage | undefined {
  let found: PlacedImage | undefined;
  doc.nodesBetween(figure.position, figure.position + figure.node.nodeSize, (node, position) => {
    if (!found && node.type.name === 'image') found = { image: node, position, figure };
    return !found;
  });
  return found;
}

function countImages(figure: DocumentNode): number {
  let count = 0;
  figure.descendants((node) => {
    if (node.type.name === 'image') count += 1;
  });
  return count;
}

/** `from`: the block that the image has stood in, whose alignment and the like its paragraph in the figure keeps. */
function figureOf(
  schema: Schema,
  image: DocumentNode | undefined,
  caption: string,
  from?: DocumentNode,
): DocumentNode | undefined {
  const { container, paragraph, line } = schema.nodes;
  if (!image || !container || !paragraph || !line) return undefined;
  const lines = caption ? [line.create({ tag: 'figcaption' }, schema.text(caption))] : [];
  return container.create({ tag: 'figure' }, [paragraph.create(attributesOf(from), image), ...lines]);
}

/**
 * An image that is alone in a figure needs no paragraph written out around it, unless that says something. Of a paragraph
 * that stays with other words in it, the alignment alone goes along: its anchor and the like are its own.
 */
function attributesOf(block: DocumentNode | undefined): Attrs | null {
  if (block?.type.name !== 'paragraph') return null;
  const { isWrittenOut: _, ...all } = block.attrs;
  const attrs: Attrs = block.childCount === 1 ? all : { textAlign: all.textAlign };
  return Object.values(attrs).some((value) => value !== null) ? { ...attrs, isWrittenOut: true } : null;
}

const paragraphOf = ({ doc }: Transaction): DocumentNode =>
  doc.type.schema.nodes.paragraph?.create() as DocumentNode;

/** Whether a node may stand in the place of the paragraph that a position is in. */
function canStandFor($at: ResolvedPos, node: DocumentNode): boolean {
  const index = $at.index(-1);
  return $at.node(-1).canReplaceWith(index, index + 1, node.type);
}

const selectImage = (tr: Transaction, figurePosition: number): Transaction =>
  tr.setSelection(NodeSelection.create(tr.doc, figurePosition + 2));

/** What was formatted in a caption stays so as long as its words do. */
function setCaption(
  tr: Transaction,
  { node, position }: NonNullable<PlacedImage['figure']>,
  caption: string,
): void {
  const { schema } = node.type;
  const before = captionOf(node);
  if ((before?.node.textContent ?? '') === caption) return;
  if (!before) {
    const line = schema.nodes.line?.create({ tag: 'figcaption' }, schema.text(caption));
    if (line) tr.insert(position + node.nodeSize - 1, line);
    return;
  }
  const start = position + 1 + before.offset;
  if (caption) tr.replaceWith(start + 1, start + 1 + before.node.content.size, schema.text(caption));
  else tr.delete(start, start + before.node.nodeSize);
}

/** In place of the paragraph that has nothing but the image, or else after it. */
function putIntoFigure(tr: Transaction, position: number, figure: DocumentNode): void {
  const $image = tr.doc.resolve(position);
  const isAlone = $image.parent.type.name === 'paragraph' && $image.parent.childCount === 1;
  if (isAlone && canStandFor($image, figure)) {
    const start = $image.before();
    tr.replaceWith(start, $image.after(), figure);
    selectImage(tr, start);
    return;
  }
  const after = $image.after();
  tr.insert(after, figure).delete(position, position + 1);
  selectImage(tr, after - 1);
}
