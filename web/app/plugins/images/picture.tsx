import { Trans } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import type { Image } from '../../fields/image/type.ts';
import { type Crop, parsedCrop, pointWithin } from '../../page/image-crops.ts';
import type { ShownFile } from '../../page/types.ts';
import type { ViewProps } from '../contract.ts';
import { type Part, sizesFor } from './sizes.ts';
import { addressOf, type Cut, dimensionsOf, srcsetOf } from './variants.ts';

/** What a picture needs of the props of the view that it is drawn in. */
export type PictureView = Pick<ViewProps, 'files' | 'room' | 'hasFirstImage' | 'isForEditor'>;

interface PictureProps {
  image: Image;
  view: PictureView;
  /** How much of the view's room it takes, with a name for it. */
  part?: { name: string; of: Part };
  /** Whether it is the view's first image. */
  isFirst?: boolean;
  className?: string;
  /** Whether it says nothing that is not written beside it: then it is not read out. */
  isDecorative?: boolean;
}

/** An image field as it is shown: in the size of its place, with its dimensions, and not before it is near. */
export function Picture(props: PictureProps): ReactNode {
  const { image, view, isFirst = true, className, isDecorative } = props;
  const use = 'file' in image ? image.file : image.address;
  const file = view.files[use];
  if (file) return <LibraryPicture {...props} file={file} />;
  if (file === null) return view.isForEditor ? <GonePicture /> : null;
  // Of one that was chosen a moment ago the service has not told yet.
  if (!('address' in image)) return null;
  const { address, width, height, alt = '' } = image;
  return (
    <img
      src={address}
      alt={isDecorative ? '' : alt}
      width={width}
      height={height}
      className={className}
      {...when(view, isFirst)}
    />
  );
}

/** Whether a visitor sees anything of an image. */
export function isDrawn(image: Image | undefined, view: PictureView): image is Image {
  if (!image) return false;
  const file = view.files['file' in image ? image.file : image.address];
  return Boolean(file) || (file === null ? view.isForEditor : 'address' in image);
}

function LibraryPicture({
  file,
  image,
  view,
  part,
  isFirst = true,
  className,
  isDecorative,
}: PictureProps & { file: ShownFile }): ReactNode {
  const cut: Cut = 'file' in image ? image : {};
  const own = dimensionsOf(file, cut);
  const given = 'address' in image && image.width && image.height ? image : own;
  const srcSet = srcsetOf(file, cut);
  return (
    <img
      src={addressOf(file, 'md', cut)}
      srcSet={srcSet}
      sizes={srcSet && sizesFor(view.room, part?.of, part?.name)}
      alt={isDecorative ? '' : image.alt || file.alt}
      width={given?.width}
      height={given?.height}
      className={className}
      style={focus(file, parsedCrop(cut.crop))}
      {...when(view, isFirst)}
    />
  );
}

/** What is cut off by the page's style is cut off around what has to be seen. */
function focus({ focalPoint, hasSizes }: ShownFile, crop: Crop | undefined): CSSProperties | undefined {
  const point = crop && hasSizes ? pointWithin(crop, crop.focus ?? focalPoint) : focalPoint;
  const [x, y] = [Math.round(point.x * 100), Math.round(point.y * 100)];
  return x === 50 && y === 50 ? undefined : { objectPosition: `${x}% ${y}%` };
}

function when({ hasFirstImage }: PictureView, isFirst: boolean) {
  if (hasFirstImage && isFirst) return { fetchPriority: 'high' } as const;
  return { loading: 'lazy', decoding: 'async' } as const;
}

function GonePicture(): ReactNode {
  return (
    <span className="pw-unknown">
      <Trans>This image is no longer in the library. Visitors see nothing here.</Trans>
    </span>
  );
}
