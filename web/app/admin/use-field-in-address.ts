/** The field that an address names: `/cms-admin/config#contactAddress`. */
import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/** Also of what cannot be typed into: a switch, a choice. */
const CONTROLS = ':is(input:not([type="hidden"]), select, textarea, button):not(:disabled)';

/**
 * Puts the keyboard into the field and brings it into view, once the form is there and whenever it is asked for again. A
 * field may stand for others that are not shown, by their names beside its own; one without a control is only shown.
 */
export function useFieldInAddress(form: RefObject<HTMLElement | null>): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address chosen again has another key
  useEffect(() => {
    const name = hash.slice(1);
    if (!name) return;
    const field = form.current?.querySelector(`[data-field~="${CSS.escape(name)}"]`);
    const control = field?.querySelector<HTMLElement>(CONTROLS);
    control?.focus({ preventScroll: true });
    (control ?? field)?.scrollIntoView({ block: 'center' });
  }, [form, hash, key]);
}
