import { expect, it, vi } from 'vitest';
import type { Frame } from '../canvas/frame.ts';
import { partsOf } from './free-room.ts';

it('measures the page once for all that ask in one moment, and anew in the next', async () => {
  document.body.innerHTML = '<iframe></iframe><div id="page"><p data-type="plugin"></p></div>';
  const element = document.querySelector('iframe') as HTMLIFrameElement;
  const page = document.getElementById('page') as HTMLElement;
  const frame: Frame = { element, page, document, window, address: '/' };
  const measured = vi.spyOn(page.firstElementChild as Element, 'getBoundingClientRect');
  expect(partsOf(frame)).toBe(partsOf(frame));
  expect(measured).toHaveBeenCalledTimes(1);
  await Promise.resolve();
  partsOf(frame);
  expect(measured).toHaveBeenCalledTimes(2);
});
