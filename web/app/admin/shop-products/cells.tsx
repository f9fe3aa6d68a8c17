/** Cells of the list of products. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { getFileOptions } from '../../api/files.ts';
import { imageAddress, isDrawable } from '../../media/addresses.ts';
import { useMayUseLibrary } from '../../media/use-may-use-library.ts';
import { Badge } from '../../ui/badge.tsx';
import { screenFormats } from '../../words/screen-formats.ts';
import type { ProductRow } from './product-row.ts';
import styles from './shop-products.module.css';
import { STATES } from './words.ts';

interface Shown {
  file?: string;
  address?: string;
  crop?: string;
}

/** Its name with the first of its images; that says nothing which the name does not. */
export function NameCell({ row }: { row: ProductRow }) {
  const image = row.images[0] as Shown | undefined;
  return (
    <span className={styles.name}>
      <Thumb image={image} />
      <span>
        {row.name}
        {row.sku && <small>{row.sku}</small>}
        {(row.productCount ?? 0) > 1 && (
          <small>{plural(row.productCount ?? 0, { one: '# variant', other: '# variants' })}</small>
        )}
      </span>
    </span>
  );
}

function Thumb({ image }: { image: Shown | undefined }) {
  const id = image?.file ?? '';
  const mayAsk = useMayUseLibrary();
  const { data: file } = useQuery({ ...getFileOptions(id), enabled: id !== '' && mayAsk });
  const address = file ? isDrawable(file) && imageAddress(file, 'xs', { crop: image?.crop }) : image?.address;
  return (
    <span className={styles.thumb}>
      {address ? <img src={address} alt="" loading="lazy" /> : <ImageOff size={16} aria-hidden />}
    </span>
  );
}

export function pricesInWords({ lowestPrice, highestPrice, currency = 'GBP' }: ProductRow): string {
  if (lowestPrice == null || highestPrice == null) return '–';
  const { money } = screenFormats();
  if (lowestPrice === highestPrice) return money(lowestPrice, currency);
  return `${money(lowestPrice, currency)} – ${money(highestPrice, currency)}`;
}

export const stockInWords = ({ stock }: ProductRow): string =>
  stock == null ? t`Not tracked` : screenFormats().number(stock);

export function StockCell({ row }: { row: ProductRow }) {
  const { outOfStock = 0, lowInStock = 0 } = row;
  return (
    <span className={styles.stock}>
      {stockInWords(row)}
      {outOfStock > 0 && (
        <Badge tone="danger">{plural(outOfStock, { one: '# sold out', other: '# sold out' })}</Badge>
      )}
      {lowInStock > 0 && <Badge tone="warning">{plural(lowInStock, { one: '# low', other: '# low' })}</Badge>}
    </span>
  );
}

export const StateCell = ({ isPublished }: ProductRow) => (
  <Badge tone={isPublished ? 'good' : undefined}>{STATES[isPublished ? 'true' : 'false']}</Badge>
);
