import type { ReactNode } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';

export type TextImageFields = FieldsOf<typeof manifest>;

export default function TextImage({ fields, position, site }: ViewProps<TextImageFields>): ReactNode {
  const { heading, text } = fields;
  return (
    <Pair
      fields={fields}
      position={position}
      dir={site.dir}
      heading={heading && <h2>{heading}</h2>}
      // Sanitised by the server: the field's type is richText.
      text={<div className="pw-prose" dangerouslySetInnerHTML={{ __html: text ?? '' }} />}
    />
  );
}

interface PairProps {
  fields: TextImageFields;
  position: number;
  dir: 'ltr' | 'rtl';
  heading: ReactNode;
  text: ReactNode;
}

/** The pair's frame, the same for visitors and for the editor, who puts a caret into heading and text. */
export function Pair({ fields, position, dir, heading, text }: PairProps): ReactNode {
  const { image, imageAlt = '', imageWidth, imageHeight, side = 'auto' } = fields;
  // Alternating counts all pairs of the page, so that it also holds for pairs that stand in rows of their own.
  const alternating = position % 2 ? 'right' : 'left';
  // The grid is mirrored where a page runs from right to left; a side that was chosen is the screen's all the same.
  const mirrored = { left: 'right', right: 'left' } as const;
  const drawnSide = side === 'auto' ? alternating : dir === 'rtl' ? mirrored[side] : side;
  return (
    <div className="pw-pair" data-side={image ? drawnSide : 'none'}>
      {image && (
        <div className="pw-pair-image">
          <img
            src={image}
            alt={imageAlt}
            width={imageWidth}
            height={imageHeight}
            loading="lazy"
            decoding="async"
          />
        </div>
      )}
      <div className="pw-pair-text">
        {heading}
        {text}
      </div>
    </div>
  );
}
