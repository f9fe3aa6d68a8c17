/** Images in what is pasted or dropped: those of other sites, those that come as bytes, and those that nobody can have. */
import type { Editor } from '@tiptap/core';
import { Fragment, Slice } from '@tiptap/pm/model';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import type { RichTextHost } from './host.ts';
import { cleanPaste, foreignImages, hasMainHeading, withFirstHeading } from './paste.ts';

/** Smaller images in a page's source hold a place until a script puts the real one there. */
const SMALLEST = 200;
/** Addresses of what only the program has that the text was copied from. */
const OUT_OF_REACH = /^\s*(data:image\/|blob:|file:|cid:)/i;

/** How a text takes images. `host` and `text` are asked for as they are at the time. */
export function imagePasting(host: () => RichTextHost, text: () => Editor): EditorProps {
  let transfer: DataTransfer | null = null;
  let lost = 0;
  const sayLost = () => {
    if (lost > 0) host().onLostImages?.(lost);
    lost = 0;
  };
  const take = (address: string): string | undefined => {
    const file = imageIn(address);
    const taken = file && host().onImageFile?.(file, text());
    if (!taken && OUT_OF_REACH.test(address) && !isPlaceholder(address)) lost += 1;
    return taken;
  };
  return {
    handleDOMEvents: {
      paste: (_view, event) => {
        transfer = event.clipboardData;
        return false;
      },
      drop: () => {
        transfer = null;
        return false;
      },
    },
    transformPastedHTML: (pasted, view) => {
      lost = 0;
      const clean = cleanPaste(pasted, hasMainHeading(view), take);
      const foreign = foreignImages(clean);
      if (foreign.length > 0) host().onForeignImages?.(foreign, text(), only(filesIn(transfer)));
      return clean;
    },
    transformPasted: withFirstHeading,
    handlePaste: (view, event, slice) => {
      const files = isBlank(slice) ? filesIn(event.clipboardData) : [];
      if (files.length > 0 && !mayStandAt(view)) {
        lost = 0;
        host().onMisplacedImages?.(files.length);
        return true;
      }
      const isTaken =
        files.length > 0 && insertFiles(view, files, (file) => host().onImageFile?.(file, text()));
      if (files.length > 0) lost = isTaken ? 0 : files.length;
      sayLost();
      return isTaken;
    },
    handleDrop: () => {
      sayLost();
      return false;
    },
  };
}

const filesIn = (transfer: DataTransfer | null): File[] =>
  [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'));

const only = (files: File[]): File | undefined => (files.length === 1 ? files[0] : undefined);

/** Office programs send an image as a file, with HTML that names one of their own. */
function isBlank({ content }: Slice): boolean {
  let hasSome = false;
  content.descendants((node) => {
    if (node.isText || (node.isLeaf && !node.isTextblock)) hasSome = true;
    return !hasSome;
  });
  return !hasSome;
}

/** Whether an image may stand where the caret is: none may in code. */
function mayStandAt({ state }: EditorView): boolean {
  const around = state.selection.$from.parent;
  const { image } = state.schema.nodes;
  return image !== undefined && (!around.inlineContent || around.type.contentMatch.matchType(image) !== null);
}

/** Puts images where the caret is. False where nobody may upload them. */
function insertFiles(
  view: EditorView,
  files: File[],
  addressOf: (file: File) => string | undefined,
): boolean {
  const { schema, tr } = view.state;
  const image = schema.nodes.image;
  const addresses = files.map(addressOf).filter((address) => address !== undefined);
  if (!image || addresses.length === 0) return false;
  const images = Fragment.from(addresses.map((src) => image.create({ src, alt: '' })));
  view.dispatch(tr.replaceSelection(new Slice(images, 0, 0)).scrollIntoView());
  return true;
}

const isPlaceholder = (address: string): boolean => /^\s*data:/i.test(address) && address.length < SMALLEST;

/** The image that an address holds in itself. */
function imageIn(address: string): File | undefined {
  const comma = address.indexOf(',');
  const [, type, parameters = ''] = /^\s*data:(image\/[\w.+-]+)(;.*)?$/i.exec(address.slice(0, comma)) ?? [];
  if (!type || isPlaceholder(address)) return undefined;
  const data = address.slice(comma + 1);
  try {
    const bytes = /;base64$/i.test(parameters)
      ? decoded(data)
      : new TextEncoder().encode(decodeURIComponent(data));
    return new File([bytes], 'image', { type: type.toLowerCase() });
  } catch {
    // It only begins like an image.
    return undefined;
  }
}

function decoded(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64.replace(/\s/g, ''));
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}
