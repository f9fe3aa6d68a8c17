/**
 * Images of a text that is edited, drawn as visitors see them: with the address, the sizes and the dimensions that the
 * page gives them, so that nothing moves when the caret comes. What is stored and copied has the text's own attributes.
 */
import { Extension } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { DOMSerializer } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView, NodeView, NodeViewConstructor } from '@tiptap/pm/view';
import { inText } from '../images/html-images.ts';
import type { PictureView } from '../images/picture.tsx';

/** What is known of the images where the text stands. */
export type ImagesAround = Pick<PictureView, 'files' | 'room'>;

/** `around` is asked for as it is at the time; undefined where nothing is known, as in a form. */
export function imageViews(around: () => ImagesAround | undefined): Extension {
  const image: NodeViewConstructor = (node) => imageView(node, around);
  return Extension.create({
    name: 'imageViews',
    // TipTap replaces what the editor's own properties have of these.
    addProseMirrorPlugins: () => [new Plugin({ props: { nodeViews: { image } } })],
  });
}

/** Draws all images anew, as of what is known of them now. */
export function redrawImages(view: EditorView, around: ImagesAround): void {
  view.state.doc.descendants((node, position) => {
    const dom = node.type.name === 'image' ? view.nodeDOM(position) : null;
    if (dom && dom.nodeName === 'IMG') draw(dom as HTMLImageElement, node, around);
  });
}

function imageView(node: DocumentNode, around: () => ImagesAround | undefined): NodeView {
  const { toDOM } = node.type.spec;
  if (!toDOM) throw new Error('Images are drawn by their own schema.');
  const { dom } = DOMSerializer.renderSpec(document, toDOM(node));
  draw(dom as HTMLImageElement, node, around());
  return { dom, ignoreMutation: () => true };
}

function draw(image: HTMLImageElement, { attrs }: DocumentNode, around: ImagesAround | undefined): void {
  const file = around?.files[attrs.src];
  if (!file) return;
  const own = { width: attrs.width ?? undefined, height: attrs.height ?? undefined };
  const drawn = { ...inText(file, own, around.room), alt: attrs.alt ?? file.alt };
  for (const [name, value] of Object.entries(drawn)) {
    if (value === undefined) image.removeAttribute(name);
    else if (image.getAttribute(name) !== value) image.setAttribute(name, value);
  }
}
