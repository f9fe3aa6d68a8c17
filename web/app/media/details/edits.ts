/** What of a file is changed in its details, and how that goes together with what others have changed. Pure. */
import type { FileChange, FileRecord } from '../../api/files.ts';
import { sameJson } from '../../page/same-json.ts';
import type { Point } from '../shapes.ts';

/** What is said of a file, as its details show it. */
export interface Said {
  name: string;
  isPublic: boolean;
  alt: string;
  title: string;
  jpegQuality: number | undefined;
  scopeWhitelist: readonly string[];
  focalPoint: Point | undefined;
}

export type Edit = Partial<Said>;

export function saidOf({ name, isPublic, metaData }: FileRecord): Said {
  const { alt, title, jpegQuality, scopeWhitelist, focalPoint } = metaData;
  return {
    name,
    isPublic,
    alt: alt ?? '',
    title: title ?? '',
    jpegQuality: jpegQuality ?? undefined,
    scopeWhitelist: scopeWhitelist ?? [],
    focalPoint: focalPoint ?? undefined,
  };
}

/** Whether it changes anything. */
export const changes = (file: FileRecord, edit: Edit): boolean =>
  namesDiffering(saidOf(file), edit).length > 0;

/** What is sent. `metaData` replaces all of it, so it says what stays, too. */
export function bodyOf(file: FileRecord, edit: Edit): FileChange {
  const { name, isPublic, ...meta } = { ...saidOf(file), ...edit };
  const { alt, title, jpegQuality, scopeWhitelist, focalPoint } = meta;
  const has = (...names: (keyof Said)[]) => names.some((each) => each in edit);
  return {
    ...(has('name') && { name }),
    ...(has('isPublic') && { isPublic }),
    ...(has('alt', 'title', 'jpegQuality', 'scopeWhitelist', 'focalPoint') && {
      metaData: {
        ...(alt && { alt }),
        ...(title && { title }),
        ...(jpegQuality !== undefined && { jpegQuality }),
        scopeWhitelist: [...scopeWhitelist],
        ...(focalPoint && { focalPoint }),
      },
    }),
  };
}

/** The file as it will be, shown before the server has answered. */
export function edited(file: FileRecord, edit: Edit): FileRecord {
  const { name, isPublic, alt, title, jpegQuality, scopeWhitelist, focalPoint } = {
    ...saidOf(file),
    ...edit,
  };
  return {
    ...file,
    name,
    isPublic,
    alt,
    title,
    scopeWhitelist: [...scopeWhitelist],
    metaData: { ...file.metaData, alt, title, jpegQuality, scopeWhitelist: [...scopeWhitelist], focalPoint },
  };
}

/** The names of what both have changed, and not to the same. */
export function clashing(base: FileRecord, edit: Edit, theirs: FileRecord): (keyof Said)[] {
  const [before, after] = [saidOf(base), saidOf(theirs)];
  return namesDiffering(after, edit).filter((name) => !sameJson(before[name] ?? null, after[name] ?? null));
}

const namesDiffering = (said: Said, edit: Edit): (keyof Said)[] =>
  (Object.keys(edit) as (keyof Said)[]).filter((name) => !sameJson(said[name] ?? null, edit[name] ?? null));
