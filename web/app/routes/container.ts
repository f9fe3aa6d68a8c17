export const CONTAINER_REQUIRED = 'An application container with a CSS ID of #app is required';

/** The element to draw into. Without it, logs why and answers null: start-up stops. */
export function findContainer(): HTMLElement | null {
  const container = document.getElementById('app');
  if (!container) console.error(CONTAINER_REQUIRED);
  return container;
}
