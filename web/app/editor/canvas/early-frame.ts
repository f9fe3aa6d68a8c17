/**
 * The iframe that the shell brings with it (server/shell.ts), so that the page loads while the editor's scripts do. The
 * canvas takes it over where the browser can move an iframe without loading it anew.
 */
import { unmarked } from '../../page/frame-mark.ts';
import './early-frame.css';

/** As server/shell.ts writes it. */
const EARLY = 'pw-early-frame';

const earlyFrame = () => document.querySelector<HTMLIFrameElement>(`iframe#${EARLY}`);

/** Moves it into `holder`. Undefined where there is none for this address, or the browser would load it anew. */
export function takeEarlyFrame(holder: Element, address: string): HTMLIFrameElement | undefined {
  const frame = earlyFrame();
  if (!frame) return undefined;
  if (!('moveBefore' in holder) || unmarked(frame.getAttribute('src') ?? '') !== address) {
    frame.remove();
    return undefined;
  }
  holder.moveBefore(frame, null);
  frame.removeAttribute('id');
  return frame;
}

/** For a screen that has no place for it. */
export function dropEarlyFrame(): void {
  earlyFrame()?.remove();
}
