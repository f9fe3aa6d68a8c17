/** The logo and the icon as values that the screen compares, keeps and takes back like all others: as texts. */
import type { FileRecord } from '../../api/files.ts';
import { imageAddress } from '../../media/addresses.ts';

export const IMAGE_KEYS = ['logo', 'darkLogo', 'icon'] as const;
export type ImageKey = (typeof IMAGE_KEYS)[number];

export interface SiteImage {
  /** The id of a file of the library. */
  file: string;
  /** Of a drawing, whose dimensions the library does not know. */
  width?: number;
  height?: number;
  /** Of a logo: whether the site's name is written beside it. */
  withName?: boolean;
}

const MOST_PIXELS = 20_000;

export const isImageKey = (name: string): name is ImageKey =>
  (IMAGE_KEYS as readonly string[]).includes(name);

/** Empty for none; equal for equal images, whatever a service adds. */
export function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('file' in value)) return '';
  const { file, width, height, withName } = value as SiteImage;
  return JSON.stringify({
    file,
    width: width ?? undefined,
    height: height ?? undefined,
    withName: withName || undefined,
  });
}

export const imageIn = (text: string | undefined): SiteImage | undefined =>
  text ? JSON.parse(text) : undefined;

/** A file that was chosen, with its dimensions where only a browser can tell. */
export async function siteImageOf(file: FileRecord): Promise<SiteImage> {
  if (file.width) return { file: file.id };
  const image = new Image();
  image.src = imageAddress(file, 'full');
  try {
    await image.decode();
  } catch {
    return { file: file.id };
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  const isKnown = [width, height].every((side) => side >= 1 && side <= MOST_PIXELS);
  return isKnown ? { file: file.id, width, height } : { file: file.id };
}
