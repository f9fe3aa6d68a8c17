/** The uploads of this tab, for the components that show them. The first upload loads queue.ts. */
import { create } from 'zustand';
import type { FileRecord } from '../../api/files.ts';

export type UploadState = 'waiting' | 'sending' | 'stalled' | 'finishing' | 'done' | 'failed';

export interface Upload {
  id: string;
  name: string;
  folder: string;
  /** The id of the file whose content it becomes; left out, it becomes a file of its own. */
  replaces?: string;
  size: number;
  /** Bytes that have been sent. */
  sent: number;
  state: UploadState;
  /** Why it failed, as the server says it. */
  problem?: unknown;
  result?: FileRecord;
}

export const useUploads = create<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }));
