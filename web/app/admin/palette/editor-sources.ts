/** What of the screens the editor's palette searches too: all that their `palette.ts` finds, without the screens. */
import type { SiteAreas } from '../../api/site.ts';
import type { Source } from '../../palette/sources.ts';
import type { Claims } from '../../session/claims.ts';
import { isOpen } from '../open-entries.ts';
import { type ScreenPalette, sourceOf } from './define-palette.ts';

const palettes = import.meta.glob<ScreenPalette>('../*/palette.ts', { import: 'default' });

/** Those of the screens that are open to the principal, of the areas that the site has. */
export async function loadEditorSources(claims: Claims | null, site: SiteAreas): Promise<Source[]> {
  const loaded = await Promise.all(Object.values(palettes).map((load) => load()));
  return loaded
    .filter(({ entry }) => isOpen(entry, claims, site))
    .sort((one, other) => (one.entry.order ?? 0) - (other.entry.order ?? 0))
    .flatMap((palette) => sourceOf(palette) ?? []);
}
