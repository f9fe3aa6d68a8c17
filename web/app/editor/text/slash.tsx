/** Draws the menu that `/` opens, which is loaded before the first one is open. */
import { type ComponentType, type ReactNode, useState } from 'react';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useTextState } from '../context.tsx';

let known: ComponentType | undefined;

export async function loadSlashMenu(): Promise<ComponentType> {
  known ??= (await import('./slash-menu.tsx')).SlashMenu;
  return known;
}

export function Slash(): ReactNode {
  const isOpen = useTextState(({ text, slash }) => text !== undefined && slash !== undefined);
  return isOpen && <Present />;
}

function Present(): ReactNode {
  // Drawn at once where it is there: the next key may be one of its own.
  const [Menu] = useState<ComponentType>(() => known ?? FirstTime);
  return <Menu />;
}

function FirstTime(): ReactNode {
  const { state } = useLoaded(loadSlashMenu);
  // Where it cannot be loaded, what is typed is text; the next `/` tries again.
  return typeof state === 'object' && <state.value />;
}
