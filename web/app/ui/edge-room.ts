import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps a property of the page's root at an element's height in pixels, as long as the element is there. Where it stands is
 * for styles to add: they follow what moves it, and nothing here is told of that.
 */
export function useEdgeRoom(property: `--pw-${string}`, element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const { style } = document.documentElement;
    const write = () => style.setProperty(property, `${current.offsetHeight}px`);
    const sizes = new ResizeObserver(write);
    sizes.observe(current);
    write();
    return () => {
      sizes.disconnect();
      style.removeProperty(property);
    };
  }, [property, element]);
}
