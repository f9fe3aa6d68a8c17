/** `await pickFiles({...})`: files of the library, chosen in a dialog over whatever screen one is on. */
import { create } from 'zustand';
import type { FileRecord } from '../../api/files.ts';
import type { Kind } from '../kinds.ts';

export interface Picking {
  /** What may be picked; left out, files of every type. */
  types?: readonly Kind[];
  multiple?: boolean;
  /** Where to begin; left out, where files were picked last. */
  folder?: string;
}

interface Asked extends Picking {
  id: number;
  answer: (files: FileRecord[]) => void;
}

export const usePickings = create<{ asked: readonly Asked[] }>(() => ({ asked: [] }));

let last = 0;

/** Those that were picked; none where somebody has thought better of it. */
export function pickFiles(picking: Picking = {}): Promise<FileRecord[]> {
  return new Promise((answer) => {
    last += 1;
    const one = { ...picking, id: last, answer };
    usePickings.setState(({ asked }) => ({ asked: [...asked, one] }));
  });
}

/** One image or file. */
export const pickFile = async (picking: Omit<Picking, 'multiple'> = {}): Promise<FileRecord | undefined> =>
  (await pickFiles(picking))[0];

export function answerPicking(id: number, files: FileRecord[]): void {
  const { asked } = usePickings.getState();
  const one = asked.find((each) => each.id === id);
  usePickings.setState({ asked: asked.filter((each) => each !== one) });
  one?.answer(files);
}
