/**
 * The page in its iframe. While it is viewed, it is the very page that visitors get and nothing of ours is in it;
 * for editing, its content is taken over and drawn by React into the same element.
 */
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { ErrorState } from '../../ui/states.tsx';
import { useChromeState, useEditing, useEditorState, useFrameState, useViewAs } from '../context.tsx';
import { Overlay } from '../overlay/overlay.tsx';
import { pathOf } from '../saving/page-api.ts';
import { DEVICE_WIDTHS } from '../store/chrome-store.ts';
import { unsavedCount } from '../store/queue.ts';
import styles from './canvas.module.css';
import { EditedPage } from './edited-page.tsx';
import {
  addressOf,
  type Frame,
  type FrameStore,
  isNestedShell,
  leaveFrame,
  takeUpFrame,
  tellMoved,
  watchMovement,
} from './frame.ts';
import { addFrameStyle } from './frame-style.ts';
import { PageFrame } from './page-frame.tsx';
import { servedRefs, usePageStyles } from './page-styles.ts';
import { useFrameEvents, useViewedLinks } from './use-frame-events.ts';

interface CanvasProps {
  address: string;
  /** The page in the frame is another now, or is asked to be: a link in it was followed, or Back was pressed. */
  onNavigated: (address: string, title: string) => void;
}

export function Canvas({ address, onNavigated }: CanvasProps): ReactNode {
  const element = useRef<HTMLIFrameElement>(null);
  const device = useChromeState((state) => state.device);
  const frame = useFrameState((state) => state.frame);
  const { frame: frames } = useEditing();
  const isOneself = useViewAs((state) => state.viewAs === undefined);
  const hasUnsaved = useEditorState((state) => unsavedCount(state.queue) > 0);
  // In view mode the page is the visitor's, unless there are changes that no visitor has yet; somebody else gets what
  // is saved.
  const shows = useEditorState(
    (state) => state.page !== undefined && (state.mode.name !== 'view' || (hasUnsaved && isOneself)),
  );
  // While somebody is asked whether to leave, another page may be in the frame already.
  const isHere = frame !== undefined && pathOf(frame.address) === pathOf(address);
  const taken = useTakeOver(frames, frame, shows && isHere, address);
  // After the page itself: the caret does not wait for what stands over it.
  const hasOverlay = useDeferredValue(taken !== undefined, false);
  const [hovered, setHovered] = useState<string>();
  useFrameEvents(taken ? frame : undefined, setHovered, onNavigated);
  useViewedLinks(taken ? undefined : frame, hasUnsaved);
  const [isBroken, setBroken] = useState(false);
  const seen = useRef<Document | null>(undefined);

  const takeUp = useCallback(() => {
    const shown = element.current && takeUpFrame(frames, element.current);
    if (shown === 'stale') return undefined;
    setBroken(!shown);
    if (shown) onNavigated(addressOf(shown), shown.document.title);
    return shown;
  }, [frames, onNavigated]);
  // A link that the visitor's script follows brings another page into the same document, in an element of its own.
  const onLoad = useCallback(() => {
    const loaded = element.current?.contentDocument;
    // Taken up already, before its images were there.
    if (loaded && loaded === seen.current) return;
    if (element.current && isNestedShell(element.current)) return;
    seen.current = loaded;
    takeUp()?.window.addEventListener('pagewright:navigated', takeUp);
  }, [takeUp]);

  useFollowAddress(frame, address);
  useEffect(() => (frame ? watchMovement(frame, frames) : undefined), [frame, frames]);
  useEarlyLoad(element, !frame && !isBroken, onLoad);

  const stage = useRef<HTMLDivElement>(null);
  const fit = useFit(stage, DEVICE_WIDTHS[device]);
  const smaller = useMemo(() => (fit && fit.scale < 1 ? drawnSmaller(fit) : undefined), [fit]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn larger or smaller, what lies over the page moves with it
  useLayoutEffect(() => tellMoved(frames), [frames, fit?.scale]);
  return (
    <div ref={stage} className={styles.stage} onPointerLeave={() => setHovered(undefined)}>
      <div
        className={styles.device}
        data-device={device}
        style={{ width: fit ? fit.width * fit.scale : '100%' }}
      >
        <PageFrame
          frame={element}
          address={address}
          style={smaller}
          isEdited={taken !== undefined}
          onLoad={onLoad}
        />
        {isBroken && (
          <div className={styles.broken}>
            <ErrorState error={undefined} onRetry={() => window.location.reload()} />
          </div>
        )}
        {taken && createPortal(<EditedPage />, taken)}
        {taken && frame && hasOverlay && <Overlay hovered={hovered} onHover={setHovered} />}
      </div>
    </div>
  );
}

interface Fit {
  /** Of the page, in its own pixels. */
  width: number;
  scale: number;
}

/**
 * The page keeps the width that was chosen for it: a panel that opens must not bring it to another breakpoint. Where
 * there is less room than that, it is drawn smaller. Undefined until the room is known.
 */
function useFit(stage: RefObject<HTMLElement | null>, chosen: number | undefined): Fit | undefined {
  const [room, setRoom] = useState<{ own: number; all: number }>();
  useLayoutEffect(() => {
    const own = stage.current;
    const all = own?.parentElement;
    if (!own || !all) return;
    const measure = () => setRoom({ own: own.clientWidth, all: all.clientWidth });
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(own);
    sizes.observe(all);
    return () => sizes.disconnect();
  }, [stage]);
  if (!room) return undefined;
  const width = chosen ?? room.all;
  return { width, scale: Math.min(1, room.own / width) };
}

function drawnSmaller({ width, scale }: Fit) {
  return {
    width: `${width}px`,
    height: `${100 / scale}%`,
    transform: `scale(${scale})`,
    transformOrigin: '0 0',
  };
}

/** Does not wait for the images of the page that is awaited, as its load event does. */
function useEarlyLoad(
  element: RefObject<HTMLIFrameElement | null>,
  isAwaited: boolean,
  onLoad: () => void,
): void {
  useEffect(() => {
    if (!isAwaited) return;
    let due = requestAnimationFrame(function look() {
      due = requestAnimationFrame(look);
      if (element.current && isThere(element.current)) onLoad();
    });
    return () => cancelAnimationFrame(due);
  }, [element, isAwaited, onLoad]);
}

/** Whether a page is there whose own script has run (one that it met while being edited would not be its own), or never will be. */
function isThere({ contentDocument, contentWindow }: HTMLIFrameElement): boolean {
  // The browser's own page for what cannot be reached is another origin's: it may have come before anybody listened.
  if (!contentDocument) return true;
  if (!contentWindow || contentDocument.URL === 'about:blank') return false;
  const [navigation] = contentWindow.performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.domContentLoadedEventEnd !== 0;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Empties the page's element for React before the next paint; gives it back by loading the page anew. */
function useTakeOver(
  frames: FrameStore,
  frame: Frame | undefined,
  shows: boolean,
  address: string,
): HTMLElement | undefined {
  const leave = useEffectEvent(() => leaveFrame(frames, address));
  const [taken, setTaken] = useState<{ frame: Frame; page: HTMLElement; served: ReadonlySet<string> }>();
  useLayoutEffect(() => {
    if (!frame) return;
    if (shows && taken?.frame !== frame) {
      const top = frame.window.scrollY;
      const served = servedRefs(frame.page);
      frame.page.replaceChildren();
      addFrameStyle(frame);
      setTaken({ frame, page: frame.page, served });
      // An emptied page has no height to be scrolled in; React fills it before this runs.
      queueMicrotask(() => frame.window.scrollTo({ top, behavior: 'instant' }));
    } else if (!shows && taken?.frame === frame) {
      leave();
    } else if (!shows && taken) setTaken(undefined);
  }, [frame, shows, taken]);
  usePageStyles(taken?.frame, taken?.served ?? NOTHING);
  return taken?.frame === frame ? taken?.page : undefined;
}

/** Shows another page when the address bar says so (a new page, the menu, the browser's back). */
function useFollowAddress(frame: Frame | undefined, address: string): void {
  const last = useRef(address);
  useEffect(() => {
    if (!frame || last.current === address) return;
    last.current = address;
    if (addressOf(frame) !== address) frame.window.location.replace(address);
  }, [frame, address]);
}
