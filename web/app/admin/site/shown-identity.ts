/** The site's name and logo in the page of the preview, as its menus would draw them (plugins/cms.menu/render.tsx). */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getFileOptions } from '../../api/files.ts';
import { imageAddress } from '../../media/addresses.ts';
import { imageIn } from './site-images.ts';
import type { Values } from './values.ts';

export interface ShownLogo {
  address: string;
  width: number | undefined;
  height: number | undefined;
  withName: boolean;
}

/** The logo that visitors would see; null for none, undefined while it is not known. */
export function useShownLogo({ logo, darkLogo }: Values, isDark: boolean): ShownLogo | null | undefined {
  const chosen = logo && isDark && darkLogo ? darkLogo : logo;
  const id = imageIn(chosen)?.file;
  const { data: file, isError } = useQuery({ ...getFileOptions(id ?? ''), enabled: id !== undefined });
  const withName = imageIn(logo)?.withName ?? false;
  return useMemo(() => {
    const image = imageIn(chosen);
    if (!image || isError) return null;
    if (!file) return undefined;
    if (!file.isPublic || file.scopeWhitelist.length > 0) return null;
    const [width, height] = [file.width ?? image.width, file.height ?? image.height];
    return { address: imageAddress(file, 'md'), width, height, withName };
  }, [chosen, file, isError, withName]);
}

/** Leaves menus alone that have a logo of their own. */
export function showIdentity(page: Document, name: string, logo: ShownLogo | null | undefined): void {
  for (const title of page.querySelectorAll('.pw-menu-title')) {
    if (title.textContent !== name) title.textContent = name;
    const link = title.parentElement as Element;
    if (logo === undefined || link.querySelector(':scope > img')) continue;
    link.querySelector('.pw-menu-logo')?.remove();
    if (logo) title.before(drawn(page, logo, name));
  }
}

function drawn(page: Document, { address, width, height, withName }: ShownLogo, name: string): Element {
  const picture = page.createElement('picture');
  picture.className = 'pw-menu-logo';
  if (withName) picture.dataset.named = '';
  const image = page.createElement('img');
  image.alt = withName ? '' : name;
  if (width && height) {
    image.width = width;
    image.height = height;
  }
  image.src = address;
  picture.append(image);
  return picture;
}
