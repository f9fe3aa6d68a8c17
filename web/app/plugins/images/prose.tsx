import type { ReactNode } from 'react';
import { withImages } from './html-images.ts';
import type { PictureView } from './picture.tsx';

interface ProseProps {
  html: string;
  view: PictureView;
  /** Whether the page's first image may be in it. */
  isFirst?: boolean;
}

/** Rich text as it is shown. The service has kept allowed tags and attributes only: the field's type is richText. */
export function Prose({ html, view, isFirst = true }: ProseProps): ReactNode {
  const { files, room, hasFirstImage } = view;
  const shown = withImages(html, { files, room, hasFirstImage: hasFirstImage && isFirst });
  return <div className="pw-prose" dangerouslySetInnerHTML={{ __html: shown }} />;
}
