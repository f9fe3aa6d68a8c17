import type { ReactNode } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';

export type TextImageFields = FieldsOf<typeof manifest>;

export default function TextImage({ plugin, position }: ViewProps<TextImageFields>): ReactNode {
  const { heading, text } = plugin.fields;
  return (
    <Pair
      fields={plugin.fields}
      position={position}
      heading={heading && <h2>{heading}</h2>}
      // Sanitised by the server: the field's type is richText.
      text={<div className="pw-prose" dangerouslySetInnerHTML={{ __html: text ?? '' }} />}
    />
  );
}

interface PairProps {
  fields: TextImageFields;
  position: number;
  heading: ReactNode;
  text: ReactNode;
}

/** The pair's frame, the same for visitors and for the editor, who puts a caret into heading and text. */
export function Pair({ fields, position, heading, text }: PairProps): ReactNode {
  const { image, imageAlt = '', imageWidth, imageHeight, side = 'auto' } = fields;
  // Alternating counts all pairs of the page, so that it also holds for pairs that stand in rows of their own.
  const drawnSide = side === 'auto' ? (position % 2 ? 'right' : 'left') : side;
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
