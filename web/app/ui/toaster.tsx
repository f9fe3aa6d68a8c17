/** Draws the toasts, newest at the bottom, and runs their clocks. */
import { t } from '@lingui/core/macro';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useEdgeRoom } from './edge-room.ts';
import { type Toast, toast, useToasts } from './toast.ts';
import styles from './toaster.module.css';

const icons = { info: null, success: CircleCheck, danger: CircleAlert };

function ToastCard({ item }: { item: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);

  // The clock stops while the pointer or the keyboard is on it (WCAG 2.2.1).
  useEffect(() => {
    if (isHeld) return;
    const clock = setTimeout(() => toast.close(item.id), item.duration);
    return () => clearTimeout(clock);
  }, [isHeld, item.id, item.duration]);

  const resume = () => setHeld(card.current?.matches(':hover, :focus-within') ?? false);
  const Icon = icons[item.kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only stop its clock
    <div
      ref={card}
      className={styles.card}
      data-kind={item.kind}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={resume}
      onFocus={() => setHeld(true)}
      onBlur={() => requestAnimationFrame(resume)}
    >
      {Icon && <Icon className={styles.icon} size={18} aria-hidden />}
      <div className={styles.text}>
        <p>{item.message}</p>
        {item.detail && <p className={styles.detail}>{item.detail}</p>}
      </div>
      {(item.also || item.action) && (
        <div className={styles.actions} data-actions={item.also && item.action ? 2 : 1}>
          {item.also && (
            <button type="button" className={styles.action} onClick={item.also.onClick}>
              {item.also.label}
            </button>
          )}
          {item.action && (
            <button type="button" className={styles.action} onClick={() => toast.act(item.id)}>
              {item.action.label}
            </button>
          )}
        </div>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label={t`Dismiss`}
        onClick={() => toast.close(item.id)}
      >
        <X size={15} aria-hidden />
      </button>
    </div>
  );
}

export function Toaster() {
  const toasts = useToasts((state) => state.toasts);
  const toaster = useRef<HTMLElement>(null);
  useEdgeRoom('--pw-toasted', toaster);
  // Where there are more than have room the newest is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn changes with them
  useEffect(() => {
    const { current } = toaster;
    if (current) current.scrollTop = current.scrollHeight;
  }, [toasts]);
  // Live regions must be there before their content is, so both are always drawn.
  return (
    <section ref={toaster} className={styles.toaster} aria-label={t`Messages`}>
      <div role="alert">
        {toasts
          .filter((one) => one.kind === 'danger')
          .map((one) => (
            <ToastCard key={one.id} item={one} />
          ))}
      </div>
      <div role="status">
        {toasts
          .filter((one) => one.kind !== 'danger')
          .map((one) => (
            <ToastCard key={one.id} item={one} />
          ))}
      </div>
    </section>
  );
}
