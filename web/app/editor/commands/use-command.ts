import { useCallback } from 'react';
import { useEditing, useEditorState } from '../context.tsx';
import type { Command } from './command.ts';

/** A command as a button has it: whether it can be used now, and what runs it. */
export function useCommand(command: Command): { isEnabled: boolean; run: () => void } {
  const editing = useEditing();
  const isEnabled = useEditorState(command.enabled);
  const run = useCallback(() => command.run(editing), [command, editing]);
  return { isEnabled, run };
}
