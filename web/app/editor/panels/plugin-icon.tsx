/** A plugin's icon: its own icon.ts, or a piece of a puzzle. */
import { Puzzle } from 'lucide-react';
import type { ReactNode } from 'react';
import { icons } from '../../plugins/registry/icons.ts';

export function PluginIcon({ pluginRef, size = 18 }: { pluginRef: string; size?: number }): ReactNode {
  const Icon = icons.get(pluginRef) ?? Puzzle;
  return <Icon size={size} strokeWidth={1.75} aria-hidden />;
}
