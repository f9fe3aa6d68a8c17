import type { HeadParts, HeadProps } from '../contract.ts';
import { type FaqFields, questionsOf } from './render.tsx';

/** All questions of the page: search engines take one FAQPage for each address. */
export default function head(instances: HeadProps<FaqFields>[]): HeadParts {
  const mainEntity = instances
    .flatMap(({ fields }) => questionsOf(fields))
    .filter(({ answer }) => answer.replace(/<[^>]*>/g, '').trim() !== '')
    .map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    }));
  if (mainEntity.length === 0) return {};
  return { jsonLd: { '@context': 'https://schema.org', '@type': 'FAQPage', mainEntity } };
}
