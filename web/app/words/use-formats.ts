import { useContext, useSyncExternalStore } from 'react';
import { type Formats, formatsFor } from './format.ts';
import { SiteContext } from './react.tsx';
import { onPersonChange, readPerson, screenFormats } from './screen-formats.ts';

/** How dates, numbers and money are written: as the site does on its pages, as the person does on screens. */
export function useFormats(): Formats {
  const site = useContext(SiteContext);
  useSyncExternalStore(onPersonChange, readPerson, readPerson);
  return site ? formatsFor(site.language, site.timeZone) : screenFormats();
}
