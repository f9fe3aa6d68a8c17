/** What has to be seen of an image, pointed out on it, and what is seen of it in several shapes. */
import { t } from '@lingui/core/macro';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { useFormats } from '#words/use-formats.ts';
import type { FileRecord } from '../../api/files.ts';
import { imageAddress } from '../addresses.ts';
import mark from '../focal-mark.module.css';
import { CENTRE, type Point, pointAt, positionIn, ratioOf, type Shape } from '../shapes.ts';
import styles from './file-details.module.css';

const PREVIEWS: Shape[] = ['1:1', '16:9', '3:4', '2:1'];
const STEP = 0.01;
const LARGE_STEP = 0.1;

interface FocalPointProps {
  file: FileRecord;
  value: Point | undefined;
  onChange: (point: Point) => void;
}

/** Where an arrow leads. */
function stepped({ x, y }: Point, key: string, step: number): Point | undefined {
  const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[
    key
  ] ?? [0, 0];
  return right || down ? pointAt(x + (right ?? 0) * step, y + (down ?? 0) * step) : undefined;
}

/** Dragged or pressed, and moved by the arrow keys; told when it stays. */
export function FocalPoint({ file, value, onChange }: FocalPointProps): ReactNode {
  const formats = useFormats();
  const image = useRef<HTMLButtonElement>(null);
  const [moving, setMoving] = useState<Point>();
  /** What is not told yet; told once, however many events end the move. */
  const pending = useRef<Point>(undefined);
  const moveTo = (to: Point | undefined) => {
    pending.current = to;
    setMoving(to);
  };
  const point = moving ?? value ?? CENTRE;
  const size = { width: file.width ?? 1, height: file.height ?? 1 };
  const under = (event: PointerEvent): Point => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    return pointAt((event.clientX - left) / width, (event.clientY - top) / height);
  };
  const done = () => {
    if (pending.current) onChange(pending.current);
    moveTo(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepped(point, event.key, event.shiftKey ? LARGE_STEP : STEP);
    if (!next) return;
    event.preventDefault();
    moveTo(next);
  };
  const [x, y] = [point.x, point.y].map((share) => formats.number(Math.round(share * 100)));
  return (
    <>
      <button
        ref={image}
        type="button"
        className={styles.focal}
        aria-label={t`Focal point: ${x ?? ''} % from the left, ${y ?? ''} % from the top. Arrow keys move it.`}
        style={{
          aspectRatio: `${size.width} / ${size.height}`,
          maxWidth: `${(18 * size.width) / size.height}rem`,
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          moveTo(under(event));
        }}
        onPointerMove={(event) => moving && event.buttons > 0 && moveTo(under(event))}
        onPointerUp={done}
        onPointerCancel={() => moveTo(undefined)}
        onKeyDown={onKeyDown}
        onKeyUp={(event) => event.key.startsWith('Arrow') && done()}
        onBlur={done}
      >
        <img
          src={imageAddress(file, 'lg')}
          width={size.width}
          height={size.height}
          alt={file.alt}
          draggable={false}
        />
        <span
          className={`${mark.mark} ${styles.point}`}
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
          aria-hidden
        />
      </button>
      <div className={styles.shapes} aria-hidden>
        {PREVIEWS.map((shape) => (
          <figure key={shape} style={{ '--ratio': ratioOf(shape) } as CSSProperties}>
            <img
              src={imageAddress(file, 'sm')}
              alt=""
              style={{ aspectRatio: String(ratioOf(shape)), objectPosition: positionIn(size, shape, point) }}
            />
            <figcaption>{shape}</figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}
