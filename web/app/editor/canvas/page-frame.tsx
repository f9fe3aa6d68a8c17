/** The canvas's iframe: the one that came with the shell, or one of its own. */
import { t } from '@lingui/core/macro';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { marked } from '../../page/frame-mark.ts';
import styles from './canvas.module.css';
import { takeEarlyFrame } from './early-frame.ts';

interface PageFrameProps {
  frame: RefObject<HTMLIFrameElement | null>;
  /** Where it begins; its own navigation is not repeated. */
  address: string;
  style: CSSProperties | undefined;
  isEdited: boolean;
  onLoad: () => void;
}

/** React draws only what holds it: an iframe that React draws cannot be one that is there already. */
export function PageFrame({ frame, address, style, isEdited, onLoad }: PageFrameProps): ReactNode {
  const holder = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  const first = useRef(address);

  useLayoutEffect(() => {
    const parent = holder.current;
    if (!parent) return;
    const taken = takeEarlyFrame(parent, first.current);
    const element = taken ?? document.createElement('iframe');
    element.className = styles.frame ?? '';
    element.title = t`Page`;
    const onElementLoad = () => load();
    element.addEventListener('load', onElementLoad);
    if (!taken) {
      element.src = window.isSecureContext ? first.current : marked(first.current);
      parent.append(element);
    }
    frame.current = element;
    return () => {
      element.removeEventListener('load', onElementLoad);
      element.remove();
      frame.current = null;
    };
  }, [frame]);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    element.removeAttribute('style');
    if (style) Object.assign(element.style, style);
  }, [frame, style]);

  useLayoutEffect(() => {
    frame.current?.toggleAttribute('data-editing', isEdited);
  }, [frame, isEdited]);

  return <div ref={holder} className={styles.holder} />;
}
