import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getFileOptions } from '../../api/files.ts';
import type { PageRecord } from '../../api/pages.ts';
import { isMissing } from '../../api/problem.ts';
import { imageAddress } from '../../media/addresses.ts';
import { ratioOf, SHAPES } from '../../media/shapes.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import type { PageValues } from './page-values.ts';
import { cut } from './search-preview.tsx';
import styles from './share-preview.module.css';
import { shownHeadOptions } from './shown-head.ts';

/** Characters that cards show before they cut. */
const TITLE = 70;
const DESCRIPTION = 125;
/** As networks show cards, whatever the image is. */
const CARD = 1.91;

interface Props {
  values: PageValues;
  page: PageRecord | undefined;
}

/** Roughly what messages and networks make of the page. */
export function SharePreview({ values, page }: Props): ReactNode {
  const { data: head } = useQuery(shownHeadOptions(page));
  const title =
    values.shareTitle.trim() || values.metaTitle.trim() || head?.title || values.title.trim() || t`Title`;
  const description =
    values.shareDescription.trim() || values.metaDescription.trim() || head?.description || '';
  return (
    <figure aria-label={t`When shared`} className={styles.preview}>
      <figcaption>{t`Preview`}</figcaption>
      <div className={styles.card}>
        {values.shareImage ? (
          <Chosen image={values.shareImage} />
        ) : head?.image ? (
          <img className={styles.image} src={head.image} alt="" />
        ) : (
          <p className={styles.none}>{t`The first image on the page is shown here, if there is one.`}</p>
        )}
        <div className={styles.words}>
          <p className={styles.host}>{window.location.host}</p>
          <p className={styles.title}>{cut(title, TITLE)}</p>
          {description && <p className={styles.description}>{cut(description, DESCRIPTION)}</p>}
        </div>
      </div>
    </figure>
  );
}

function Chosen({ image }: { image: NonNullable<PageValues['shareImage']> }): ReactNode {
  const { data: file, error } = useQuery(getFileOptions(image.file));
  if (error && !file)
    return (
      <p className={styles.none}>
        {isMissing(error) ? (
          t`This image was deleted. Choose another one.`
        ) : (
          <NotLoaded>{t`This image could not be loaded.`}</NotLoaded>
        )}
      </p>
    );
  if (!file) return <div className={styles.image} />;
  if (file.mimeType === 'image/svg+xml')
    return <p className={styles.none}>{t`A drawing is not shown elsewhere. Choose a photo.`}</p>;
  const shape = SHAPES.find((one) => one === image.aspect);
  const ratio = shape ? ratioOf(shape) : CARD;
  return (
    <img
      className={styles.image}
      src={imageAddress(file, 'md', { shape, crop: image.crop ?? undefined })}
      alt={image.alt ?? file.alt}
      style={{ aspectRatio: String(Math.max(ratio, 1)) }}
    />
  );
}
