/** Where images of the library are asked for. */
import type { FileRecord, Folder } from '../api/files.ts';
import { isCrop } from '../page/image-crops.ts';
import type { Shape } from './shapes.ts';

export type Size = 'xs' | 'sm' | 'md' | 'lg' | 'xl' | 'full';

type Shown = Pick<FileRecord, 'path' | 'mimeType'>;

/** The part of an image that a use of it shows: of its crop, what the shape leaves. */
interface Part {
  shape?: Shape;
  crop?: string;
}

/** May be cached for ever; another content, quality or focal point has another address. */
export function imageAddress({ path }: Pick<Shown, 'path'>, size: Size, { shape, crop }: Part = {}): string {
  const [address = '', query = ''] = path.versioned.split('?');
  const asked = new URLSearchParams(query);
  asked.set('size', size);
  if (shape) asked.set('aspect', shape);
  if (isCrop(crop ?? '')) asked.set('crop', crop ?? '');
  return `${address}?${asked}`;
}

/** Whether a browser can draw it: an image whose size is known, or a drawing (SVG). */
export const isDrawable = (file: Pick<FileRecord, 'type' | 'mimeType' | 'width'>): boolean =>
  file.type === 'image' && (file.width !== null || file.mimeType === 'image/svg+xml');

/** The folder above a folder or a file, empty for the top. */
export const parentOf = (name: string): string => name.split('/').slice(0, -1).join('/');

/** The folders from the top down to one, itself included. */
export function trailOf(name: string): { name: string; label: string }[] {
  const labels = name.split('/').filter(Boolean);
  return labels.map((label, index) => ({ name: labels.slice(0, index + 1).join('/'), label }));
}

export const joined = (...parts: string[]): string => parts.filter(Boolean).join('/');

/** Whether a folder is another one, or below it. */
export const isWithin = (name: string, folder: string): boolean => `${name}/`.startsWith(`${folder}/`);

/** The folders above one that are not for everyone, from the top down. */
export function restrictionsAbove(
  name: string,
  folders: readonly Folder[],
): { label: string; scopes: string[] }[] {
  const above = new Set(trailOf(parentOf(name)).map((each) => each.name));
  return folders
    .filter((folder) => above.has(folder.name))
    .toSorted((one, other) => one.name.length - other.name.length)
    .map(({ label, metaData }) => ({ label, scopes: metaData.scopeWhitelist ?? [] }))
    .filter(({ scopes }) => scopes.length > 0);
}
