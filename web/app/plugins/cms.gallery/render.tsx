import { useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { Aspect, Image } from '../../fields/image/type.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { isDrawn, Picture } from '../images/picture.tsx';
import type { Part } from '../images/sizes.ts';
import { addressOf, type Cut, dimensionsOf, srcsetOf } from '../images/variants.ts';
import type manifest from './manifest.ts';

export type GalleryFields = FieldsOf<typeof manifest>;
type Item = { image: Image; caption?: string };
type View = ViewProps<GalleryFields>;

export default function Gallery(props: View): ReactNode {
  const { t } = useLingui();
  const { words, content } = useSpeech();
  const { heading, images = [], display = 'slider', lightbox = true } = props.fields;
  const items = images.filter((item): item is Item => isDrawn(item.image, props));
  if (items.length === 0) return heading ? <h2>{heading}</h2> : null;
  const name = heading || t`Images`;
  const label = { 'aria-label': name, lang: heading ? undefined : words.lang };
  const inside = heading ? undefined : content.lang;
  const isSlider = display === 'slider';
  const list = (
    <ul className="pw-gallery-images" tabIndex={isSlider && !lightbox ? 0 : undefined} {...label}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never reordered
        <li key={index} lang={inside}>
          <GalleryImage item={item} index={index} view={props} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="pw-gallery" data-display={display} style={styleOf(props.fields)}>
      {heading && <h2>{heading}</h2>}
      {isSlider ? (
        <section className="pw-gallery-slider" {...label}>
          {list}
          {items.length > 1 && <Steps count={items.length} />}
        </section>
      ) : (
        list
      )}
      {lightbox && <Lightbox label={label} />}
    </div>
  );
}

function styleOf({ columns = 3, shape = '3:2', display }: GalleryFields): CSSProperties {
  // In a slider all have one height: those that are shown as they are stand in a frame.
  const frame = shape || (display === 'slider' || !display ? '3:2' : '');
  const ratio = frame ? frame.replace(':', ' / ') : undefined;
  return { '--columns': columns, '--shape': ratio } as CSSProperties;
}

function GalleryImage({ item, index, view }: { item: Item; index: number; view: View }): ReactNode {
  const { display = 'slider', shape = '3:2', columns = 3, lightbox = true } = view.fields;
  const { image, caption } = item;
  const isCut = display !== 'masonry' && shape !== '';
  const cut = isCut && 'file' in image && !image.aspect ? { ...image, aspect: shape as Aspect } : image;
  const part = display === 'slider' ? undefined : partOf(columns);
  const picture = <Picture image={cut} view={view} part={part} isFirst={index === 0} />;
  return (
    <figure data-fit={isCut ? 'cover' : display === 'slider' ? 'contain' : undefined}>
      {lightbox ? <OpenLink image={image} view={view} picture={picture} /> : picture}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

/** Leads to the image itself where there is no script. */
function OpenLink({ image, view, picture }: { image: Image; view: View; picture: ReactNode }): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const file = view.files['file' in image ? image.file : image.address];
  // All of the image, but for what was cropped off; the shape is the list's.
  const part: Cut = 'file' in image ? { crop: image.crop } : {};
  const address = file ? addressOf(file, 'xl', part) : 'address' in image ? image.address : undefined;
  if (!address) return picture;
  const { width, height } = (file ? dimensionsOf(file, part) : 'address' in image && image) || {};
  return (
    <a
      className="pw-gallery-open"
      href={address}
      data-srcset={file ? srcsetOf(file, part) : undefined}
      data-width={width}
      data-height={height}
    >
      {picture}
      {/* The image says what it shows; without a description the link would say nothing. */}
      {!(image.alt || file?.alt) && <span className="pw-gallery-said" {...words}>{t`Open image`}</span>}
    </a>
  );
}

const GAP = 16;
/** As styles.css has it: below it there are two columns at most. */
const NARROW = 640;

function partOf(columns: number): { name: string; of: Part } {
  const of: Part = (width) => {
    const count = width < NARROW ? Math.min(columns, 2) : columns;
    return (width - (count - 1) * GAP) / count;
  };
  return { name: `gallery ${columns}`, of };
}

/** Shown once the script is there to follow them; their place is kept. */
function Steps({ count }: { count: number }): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  return (
    <div className="pw-gallery-steps" data-waiting lang={words.lang}>
      <button type="button" data-step="-1" aria-label={t`Previous image`} />
      <output aria-live="polite">1 / {count}</output>
      <button type="button" data-step="1" aria-label={t`Next image`} />
    </div>
  );
}

/** Filled and opened by the script. */
function Lightbox({ label }: { label: { 'aria-label': string; lang?: string } }): ReactNode {
  const { t } = useLingui();
  const { words, content } = useSpeech();
  return (
    <dialog className="pw-gallery-lightbox" {...label}>
      <figure lang={content.lang}>
        <img alt="" />
        <figcaption />
      </figure>
      <output aria-live="polite" />
      <button type="button" data-close aria-label={t`Close`} lang={words.lang} />
      <button type="button" data-step="-1" aria-label={t`Previous image`} lang={words.lang} />
      <button type="button" data-step="1" aria-label={t`Next image`} lang={words.lang} />
    </dialog>
  );
}
