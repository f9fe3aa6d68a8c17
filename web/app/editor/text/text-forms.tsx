/** The small forms at the caret of a text: for a link, and for what is said of an image. */
import type { Editor } from '@tiptap/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { ImageForm } from '../../writing/image-form.tsx';
import { LinkForm } from '../../writing/link-form.tsx';
import { scaleOf } from '../canvas/frame.ts';
import { useEditing, useFrameState, useTextState } from '../context.tsx';

export function TextForms(): ReactNode {
  const text = useTextState((state) => state.text);
  const isLinking = useTextState((state) => state.isLinking);
  const isDescribing = useTextState((state) => state.isDescribing);
  const { texts } = useEditing();
  if (!text || !(isLinking || isDescribing)) return null;
  const close = () => {
    texts.setState({ isLinking: false, isDescribing: false });
    text.commands.focus();
  };
  return isLinking ? <PlacedLink text={text} close={close} /> : <PlacedImage text={text} close={close} />;
}

interface PlacedProps {
  text: Editor;
  close: () => void;
}

function PlacedLink({ text, close }: PlacedProps): ReactNode {
  return <LinkForm text={text} close={close} place={useAtSelection(text)} />;
}

function PlacedImage({ text, close }: PlacedProps): ReactNode {
  return <ImageForm text={text} close={close} place={useAtSelection(text)} />;
}

/** Under the selection, or above it: what becomes a link stays in sight. Within the overlay. */
function useAtSelection(text: Editor) {
  const ref = useRef<HTMLDivElement>(null);
  useFrameState((state) => state.moved);
  const frame = useFrameState((state) => state.frame);
  useLayoutEffect(() => {
    const form = ref.current;
    const around = form?.offsetParent;
    if (!form || !around || !frame) return;
    const scale = scaleOf(frame);
    const at = (position: number) => text.view.coordsAtPos(position);
    const { from, to } = text.state.selection;
    const { left, bottom, top } = at(from);
    const x = Math.max(8, Math.min(left * scale - 12, around.clientWidth - form.offsetWidth - 8));
    const above = top * scale - form.offsetHeight - 8;
    const lowest = around.clientHeight - form.offsetHeight - 8;
    // A selection that fills the view is covered from its second line on.
    const y = [at(to).bottom * scale + 8, above, bottom * scale + 8].find((y) => y >= 8 && y <= lowest);
    form.style.transform = `translate(${x}px, ${y ?? Math.max(8, above)}px)`;
  });
  return ref;
}
