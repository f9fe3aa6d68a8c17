/** A form that a button opens in its own place: the focus goes along, and back when the form is given up. */
import { type RefObject, useEffect, useRef, useState } from 'react';

const FIELD = 'input:not([disabled]), select, textarea';

interface Opening {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** Of the button, which is there while the form is not. */
  button: RefObject<HTMLButtonElement | null>;
  /** Of what is around the form. */
  form: RefObject<HTMLDivElement | null>;
}

export function useOpening(): Opening {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLDivElement>(null);
  // Not when the screen appears: then the focus is where the screen put it.
  const hasMoved = useRef(false);
  useEffect(() => {
    if (!hasMoved.current) return;
    const place = isOpen ? form.current?.querySelector<HTMLElement>(FIELD) : button.current;
    place?.focus();
  }, [isOpen]);
  const move = (to: boolean) => {
    hasMoved.current = true;
    setOpen(to);
  };
  return { isOpen, open: () => move(true), close: () => move(false), button, form };
}
