import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';

/** What somebody agrees to, in a label, where there are no paragraphs. */
export function ConsentStatement({ html }: { html: string }): ReactNode {
  const { content } = useSpeech();
  const inLabel = html.replace(/<p( [^>]*)?>/g, '<span class="pw-form-line">').replaceAll('</p>', '</span>');
  return <span {...content} dangerouslySetInnerHTML={{ __html: inLabel }} />;
}
