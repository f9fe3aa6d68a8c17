import { create } from 'zustand';

/** Whether the list of shortcuts is open: a key opens it, and so does the palette. */
export const useShortcutsDialog = create<{ isOpen: boolean; setOpen: (isOpen: boolean) => void }>((set) => ({
  isOpen: false,
  setOpen: (isOpen) => set({ isOpen }),
}));
