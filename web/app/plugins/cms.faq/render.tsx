import type { ReactNode } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import type manifest from './manifest.ts';

export type FaqFields = FieldsOf<typeof manifest>;

export interface Question {
  question: string;
  answer: string;
}

/** The items that have a question: one that is being written shows nothing yet. */
export function questionsOf({ items = [] }: FaqFields): Question[] {
  return items.flatMap(({ question = '', answer = '' }) => (question.trim() ? [{ question, answer }] : []));
}

export default function Faq({ id, fields }: ViewProps<FaqFields>): ReactNode {
  const { heading, oneOpen = false, firstOpen = false } = fields;
  const questions = questionsOf(fields);
  return (
    <div className="pw-faq">
      {heading && <h2>{heading}</h2>}
      {questions.map(({ question, answer }, index) => (
        <details
          // biome-ignore lint/suspicious/noArrayIndexKey: questions may be alike, and nothing in them has state
          key={index}
          name={oneOpen ? `faq-${id}` : undefined}
          open={firstOpen && index === 0}
        >
          <summary>
            <h3>{question}</h3>
          </summary>
          {/* Sanitised by the server: the field's type is richText. */}
          <div className="pw-prose" dangerouslySetInnerHTML={{ __html: answer }} />
        </details>
      ))}
    </div>
  );
}
