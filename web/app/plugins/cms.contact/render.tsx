import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { ViewProps } from '../contract.ts';
import { sentMark } from '../forms/sending.ts';
import { FormPlace, SentForm } from '../forms/sent-form.tsx';
import { Field, idOf } from './field.tsx';
import { type ContactFields, placeOf, questionsOf } from './questions.ts';

export default function Contact({ id, fields, query, posted }: ViewProps<ContactFields>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { heading, message, button } = fields;
  const questions = questionsOf(fields.fields ?? []);
  const place = placeOf(id);
  const labelOf = (name: string) => questions.find((each) => each.name === name)?.label || name;
  const isSent = query.sent === sentMark(id) && !posted;
  return (
    <FormPlace
      place={place}
      className="pw-contact"
      heading={heading}
      isSent={isSent}
      message={message}
      messageInWords={t`Thank you. Your message is on its way, and you will hear from us soon.`}
    >
      <SentForm
        id={id}
        posted={posted}
        names={questions.map(({ name }) => name)}
        failed={t`Your message could not be sent. Please check your connection and try again.`}
        tooLarge={t`The files are too large. Please choose smaller ones.`}
        linkOf={(name, fault) => ({ href: `#${idOf(place, name)}`, text: `${labelOf(name)}: ${fault}` })}
        hasFiles={questions.some(({ kind }) => kind === 'file')}
        button={button}
        buttonInWords={t`Send`}
        besideButton={
          <progress
            className="pw-contact-progress"
            max={1}
            value={0}
            aria-label={t`Sending`}
            lang={words.lang}
            hidden
          />
        }
      >
        {({ given, firstFault }) => (
          <div className="pw-contact-fields">
            {questions.map((question) => (
              <Field
                key={question.name}
                place={place}
                question={question}
                given={Object.hasOwn(given, question.name) ? given[question.name] : []}
                isFocused={question.name === firstFault}
              />
            ))}
          </div>
        )}
      </SentForm>
    </FormPlace>
  );
}
