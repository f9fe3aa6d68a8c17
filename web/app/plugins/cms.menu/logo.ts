/** The size of a file that a logo is drawn with: as in styles.css, on screens of two pixels to one. */
import type { ShownFile } from '../../page/types.ts';
import { addressOf, sizeFor } from '../images/variants.ts';

const HEIGHT = 36;
const MOST_WIDTH = 192;
const DENSITY = 2;

export function logoAddress(file: ShownFile): string {
  const ratio = file.width && file.height ? file.width / file.height : 1;
  return addressOf(file, sizeFor(Math.min(MOST_WIDTH, HEIGHT * ratio) * DENSITY));
}
