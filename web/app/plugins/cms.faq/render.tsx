import type { ReactNode } from 'react';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { HeadingsFrom, SectionHeading } from '../headings.tsx';
import { levelWithin } from '../headings-above.ts';
import { Prose } from '../images/prose.tsx';
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

export default function Faq(props: ViewProps<FaqFields>): ReactNode {
  const { id, fields, headingAbove } = props;
  const { heading, oneOpen = false, firstOpen = false } = fields;
  const questions = questionsOf(fields);
  return (
    <div className="pw-faq">
      {heading && <h2>{heading}</h2>}
      <HeadingsFrom level={levelWithin(heading, headingAbove)}>
        {questions.map(({ question, answer }, index) => (
          <details
            // biome-ignore lint/suspicious/noArrayIndexKey: questions may be alike, and nothing in them has state
            key={index}
            name={oneOpen ? `faq-${id}` : undefined}
            open={firstOpen && index === 0}
          >
            <summary>
              <SectionHeading>{question}</SectionHeading>
            </summary>
            {/* Folded away, so that nothing in it is hurried. */}
            <Prose html={answer} view={props} isFirst={false} />
          </details>
        ))}
      </HeadingsFrom>
    </div>
  );
}
