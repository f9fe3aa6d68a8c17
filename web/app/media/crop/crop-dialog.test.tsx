import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { accessibilityFaults } from '../../testing/accessibility.ts';
import { renderPiece } from '../../testing/screen.tsx';
import { aFile } from '../testing.ts';
import { CropButton } from './crop-button.tsx';

const file = aFile('f1', { width: 1600, height: 1000 });
const applied = vi.fn();

beforeEach(() => applied.mockReset());

async function open(crop?: string, shape?: '1:1' | '2:1', of = file) {
  const { user } = renderPiece(
    <main>
      <CropButton file={of} crop={crop} shape={shape} onApply={applied} />
    </main>,
  );
  await user.click(screen.getByRole('button', { name: 'Crop…' }));
  await screen.findByRole('dialog', { name: 'Crop image' });
  return user;
}

const part = () => screen.getByRole('button', { name: /^Part that is shown/ });
const handle = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}\\.`) });
const pixels = () => within(screen.getByRole('dialog')).getByRole('status').textContent;
const press = (on: HTMLElement, key: string, more: object = {}) => fireEvent.keyDown(on, { key, ...more });

it('is chosen by the keyboard alone', async () => {
  const user = await open();
  for (let times = 0; times < 5; times += 1) press(handle('Right edge'), 'ArrowLeft', { shiftKey: true });
  press(handle('Top edge'), 'ArrowDown');
  press(part(), 'ArrowRight', { shiftKey: true });
  press(part(), 'ArrowRight', { altKey: true });
  expect(part().getAttribute('aria-label')).toMatch(
    /10 % from the left, 1 % from the top, 50 % wide, 99 % high/,
  );
  expect(pixels()).toBe('800 × 990 pixels');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Crop' }));
  expect(applied).toHaveBeenCalledWith('1010-100-5000-9900', undefined);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('keeps the proportions that are chosen, and gives them on', async () => {
  const user = await open('0-0-5000-5000');
  await user.selectOptions(screen.getByLabelText('Proportions'), '1:1');
  expect(screen.queryByRole('button', { name: /edge/ })).toBeNull();
  press(handle('Bottom right corner'), 'ArrowLeft', { shiftKey: true });
  await user.click(screen.getByRole('button', { name: 'Crop' }));
  const [crop, shape] = applied.mock.calls[0] ?? [];
  const [, , width = 0, height = 0] = crop.split('-').map(Number);
  expect(shape).toBe('1:1');
  expect((width * 1600) / (height * 1000)).toBeCloseTo(1, 2);
});

it('begins with the part that is shown, and has no shape where any will do', async () => {
  const user = await open('0-0-5000-10000', '2:1');
  expect(pixels()).toBe('800 × 400 pixels');
  expect((screen.getByLabelText('Proportions') as HTMLSelectElement).value).toBe('2:1');
  await user.selectOptions(screen.getByLabelText('Proportions'), 'Any');
  await user.click(screen.getByRole('button', { name: 'Crop' }));
  expect(applied).toHaveBeenCalledWith('0-3000-5000-4000', undefined);
});

it('begins around the focal point of the library, as the page shows it', async () => {
  const focalPoint = { x: 0.9, y: 0.5 };
  const metaData = { folder: '', name: 'f1.jpg', scopeWhitelist: [], focalPoint };
  const user = await open(undefined, '1:1', aFile('f1', { width: 1600, height: 1000, metaData }));
  await user.click(screen.getByRole('button', { name: 'Crop' }));
  expect(applied).toHaveBeenCalledWith('3750-0-6250-10000', '1:1');
});

it('may have a focal point of its own, which stays within it', async () => {
  const user = await open('5000-0-5000-10000');
  await user.click(screen.getByRole('switch', { name: /^Own focal point/ }));
  const focus = screen.getByRole('button', { name: /^Focal point: 75 % from the left, 50 %/ });
  press(focus, 'ArrowUp', { shiftKey: true });
  for (let times = 0; times < 5; times += 1) press(focus, 'ArrowLeft', { shiftKey: true });
  await user.click(screen.getByRole('button', { name: 'Crop' }));
  expect(applied).toHaveBeenCalledWith('5000-0-5000-10000-5000-4000', undefined);
});

it('is all of the image again after a reset, and changes nothing when it is cancelled', async () => {
  const user = await open('5000-0-1000-10000-5000-4000', '1:1');
  expect(screen.getByText('May look blurred where it is shown large.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(pixels()).toBe('1,600 × 1,000 pixels');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(applied).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Crop…' }));
  await user.click(await screen.findByRole('button', { name: 'Reset' }));
  await user.click(screen.getByRole('button', { name: 'Crop' }));
  expect(applied).toHaveBeenCalledWith(undefined, undefined);
});

it('follows the pointer, and goes back when the drag is broken off', async () => {
  const user = await open('5000-0-5000-10000');
  const stage = part().parentElement as HTMLElement;
  stage.getBoundingClientRect = () => ({ left: 0, top: 0, width: 800, height: 500 }) as DOMRect;
  const drag = (on: HTMLElement, end: 'pointerUp' | 'pointerCancel') => {
    fireEvent.pointerDown(on, { clientX: 600, clientY: 100, buttons: 1 });
    fireEvent.pointerMove(on, { clientX: 400, clientY: 100, buttons: 1 });
    fireEvent[end](on, { clientX: 400, clientY: 100 });
    fireEvent.pointerMove(on, { clientX: 100, clientY: 100, buttons: 0 });
  };
  drag(part(), 'pointerCancel');
  expect(part().getAttribute('aria-label')).toMatch(/50 % from the left/);
  drag(part(), 'pointerUp');
  expect(part().getAttribute('aria-label')).toMatch(/25 % from the left/);
  drag(handle('Left edge'), 'pointerUp');
  await user.click(screen.getByRole('button', { name: 'Crop' }));
  expect(applied).toHaveBeenCalledWith('0-0-7500-10000', undefined);
});

it('is not offered for a drawing', () => {
  const drawing = aFile('f2', { mimeType: 'image/svg+xml', width: null, height: null });
  renderPiece(<CropButton file={drawing} crop={undefined} shape={undefined} onApply={applied} />);
  expect(screen.queryByRole('button')).toBeNull();
});
