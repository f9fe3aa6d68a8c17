import type { ReactNode } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { isDrawn, Picture } from '../images/picture.tsx';
import { Prose } from '../images/prose.tsx';
import type manifest from './manifest.ts';

export type TextImageFields = FieldsOf<typeof manifest>;

export default function TextImage(props: ViewProps<TextImageFields>): ReactNode {
  const { heading, picture, text } = props.fields;
  return (
    <Pair
      view={props}
      heading={heading && <h2>{heading}</h2>}
      text={<Prose html={text ?? ''} view={props} isFirst={!isDrawn(picture, props)} />}
    />
  );
}

/** Of a pair that is wide enough for both beside each other, the image has 7 parts of 13: styles.css says the same. */
const SHARE = {
  name: 'pair',
  of: (width: number) =>
    width < 640 ? width : ((width - Math.min(Math.max(28, 0.05 * width), 64)) * 7) / 13,
};

/** An image is a figure where it has a caption. */
function Figure({ caption, children }: { caption: string | undefined; children: ReactNode }): ReactNode {
  if (!caption) return <div className="pw-pair-image">{children}</div>;
  return (
    <figure className="pw-pair-image">
      {children}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

interface PairProps {
  view: ViewProps<TextImageFields>;
  heading: ReactNode;
  text: ReactNode;
}

/** The pair's frame, the same for visitors and for the editor, who puts a caret into heading and text. */
export function Pair({ view, heading, text }: PairProps): ReactNode {
  const { picture, caption, side = 'auto' } = view.fields;
  const { position } = view;
  const hasImage = isDrawn(picture, view);
  // Alternating counts all pairs of the page, so that it also holds for pairs that stand in rows of their own.
  const alternating = position % 2 ? 'right' : 'left';
  // The grid is mirrored where a page runs from right to left; a side that was chosen is the screen's all the same.
  const mirrored = { left: 'right', right: 'left' } as const;
  const drawnSide = side === 'auto' ? alternating : view.site.dir === 'rtl' ? mirrored[side] : side;
  return (
    <div className="pw-pair" data-side={hasImage ? drawnSide : 'none'}>
      {hasImage && (
        <Figure caption={caption?.trim()}>
          <Picture image={picture} view={view} part={SHARE} />
        </Figure>
      )}
      <div className="pw-pair-text">
        {heading}
        {text}
      </div>
    </div>
  );
}
