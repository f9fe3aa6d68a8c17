/** What is open around the page: panels, dialogs, the canvas's width. Nothing of it is saved or undone. */
import { createStore } from 'zustand/vanilla';
import type { Target } from '../moving/move-target.ts';

export type Panel = 'add' | 'outline' | 'settings';
export type OpenDialog = 'newPage' | 'pageSettings' | 'shortcuts' | 'palette';
export type Device = 'phone' | 'tablet' | 'full';

export const DEVICE_WIDTHS: Record<Device, number | undefined> = { phone: 390, tablet: 768, full: undefined };

export interface ChromeState {
  panel?: Panel;
  dialog?: OpenDialog;
  device: Device;
  /** Where the next plugin from the palette goes; undefined: beside what is selected. */
  insertAt?: Target;
}

export type ChromeStore = ReturnType<typeof createChromeStore>;

export function createChromeStore() {
  return createStore<ChromeState>()(() => ({ device: 'full' }));
}
