import { findFilesOptions, type Listing } from '../../api/files.ts';
import { parentOf } from '../../media/addresses.ts';
import { HOME, type Place, writePlace } from '../../media/place.ts';
import { addressOf } from '../define-entry.ts';
import { definePalette, type FoundRecord, MOST_FOUND } from '../palette/define-palette.ts';
import entry from './entry.ts';

const placeAddress = (place: Partial<Place>) => `${addressOf(entry)}?${writePlace({ ...HOME, ...place })}`;

/** Folders come first, as in the library. */
function recordsOf({ folders, files }: Listing): FoundRecord[] {
  const found = [
    ...folders.map(({ id, name, label }) => ({
      id,
      label,
      detail: parentOf(name),
      href: placeAddress({ folder: name }),
    })),
    ...files.map(({ id, name, bucketName }) => ({
      id,
      label: name,
      detail: bucketName,
      href: placeAddress({ folder: bucketName, file: id }),
    })),
  ];
  return found.slice(0, MOST_FOUND);
}

export default definePalette({
  entry,
  find: (words) => ({ ...findFilesOptions(words, MOST_FOUND), select: recordsOf }),
});
