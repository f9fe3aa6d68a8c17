import { type RefObject, useLayoutEffect } from 'react';

/** Keeps a property of the page's root at what `measure` gives of an element, in pixels, as long as it is there. */
export function useEdgeRoom(
  property: `--pw-${string}`,
  element: RefObject<HTMLElement | null>,
  measure: (element: HTMLElement) => number,
): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const { style } = document.documentElement;
    const write = () => style.setProperty(property, `${Math.max(0, measure(current))}px`);
    const sizes = new ResizeObserver(write);
    sizes.observe(current);
    write();
    window.addEventListener('resize', write);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', write);
      style.removeProperty(property);
    };
  }, [property, element, measure]);
}
