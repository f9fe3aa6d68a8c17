/** Where a picker's suggestions open: as high as there is room, and in a dialog never over its head or its buttons. */
import type { ComboboxProps } from '@mantine/core';
import { useRef, useState } from 'react';

/** As `Dialog` marks it: what scrolls between its head and its buttons. */
const BODY = '[data-dialog-body]';

/** How high a dialog's body should be, which its style heeds as far as the window allows. */
const WANTED = '--dialog-wanted';
/** For four suggestions of two lines, in pixels. */
const ROOM = 224;
/** Kept between them and the edge, in pixels. */
const EDGE = 4;

export function useRoom() {
  const field = useRef<HTMLInputElement>(null);
  const [body, setBody] = useState<HTMLElement>();
  /** To be called as they open. */
  const makeRoom = () => {
    const found = field.current?.closest<HTMLElement>(BODY);
    if (field.current && found) growFor(field.current, found);
    setBody(found ?? undefined);
  };
  const middlewares: ComboboxProps['middlewares'] = {
    flip: { boundary: body, padding: EDGE },
    size: {
      boundary: body,
      padding: EDGE,
      apply: ({ availableHeight, elements }) =>
        elements.floating.style.setProperty('--picker-room', `${availableHeight}px`),
    },
  };
  return { field, makeRoom, middlewares };
}

/**
 * A low dialog grows, so that some suggestions fit below the field, and stays as it is then: were it to shrink as they
 * close, a press on one of its buttons, which closes them, would miss it.
 */
function growFor(field: HTMLElement, body: HTMLElement): void {
  const below = field.getBoundingClientRect().bottom - body.getBoundingClientRect().top + body.scrollTop;
  const before = Number.parseFloat(body.style.getPropertyValue(WANTED)) || 0;
  body.style.setProperty(WANTED, `${Math.max(before, Math.ceil(below + ROOM))}px`);
}
