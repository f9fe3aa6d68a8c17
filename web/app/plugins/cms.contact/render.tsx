import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { ViewProps } from '../contract.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { FormTraps } from '../forms/form-traps.tsx';
import type { FormStep } from '../forms/refusals.ts';
import { sentMark } from '../forms/sending.ts';
import { FormContext } from '../members/field-frame.tsx';
import { POSTED_PLUGIN } from '../posted-plugin.ts';
import { Field, idOf } from './field.tsx';
import { type ContactFields, placeOf, questionsOf } from './questions.ts';

/** A form of plain HTML, which script.ts sends in place where it runs. */
export default function Contact({ id, fields, query, posted }: ViewProps<ContactFields>): ReactNode {
  const { content } = useSpeech();
  const { heading, message = '' } = fields;
  return (
    <div className="pw-member pw-contact" id={placeOf(id)}>
      {heading && <h2>{heading}</h2>}
      {query.sent === sentMark(id) && !posted ? (
        <div
          className="pw-form-done"
          role="status"
          tabIndex={-1}
          {...content}
          dangerouslySetInnerHTML={{ __html: message }}
        />
      ) : (
        <ContactForm id={id} fields={fields} posted={posted} />
      )}
    </div>
  );
}

function ContactForm({
  id,
  fields,
  posted,
}: Pick<ViewProps<ContactFields>, 'id' | 'fields' | 'posted'>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const questions = questionsOf(fields.fields ?? []);
  const { given = {}, isRepeatable = false } = (posted?.step as FormStep | undefined) ?? {};
  const faults = Object.entries(posted?.faults ?? {}).map(([field, detail]) => ({ field, detail }));
  const place = placeOf(id);
  const firstFault = questions.find(({ name }) => faults.some(({ field }) => field === name))?.name;
  return (
    <form
      className="pw-form"
      method="post"
      encType="multipart/form-data"
      action={`?${new URLSearchParams({ [POSTED_PLUGIN]: id })}`}
      data-repeatable={isRepeatable || undefined}
      data-failed={t`Your message could not be sent. Please check your connection and try again.`}
      data-too-large={t`The files are too large. Please choose smaller ones.`}
    >
      {posted?.problem && (
        <FormProblem
          said={posted.problem}
          isFocused={!firstFault}
          hasFiles={questions.some(({ kind }) => kind === 'file')}
          faults={questions.flatMap(({ name, label }) => {
            const detail = faults.find(({ field }) => field === name)?.detail;
            return detail ? [{ href: `#${idOf(place, name)}`, text: `${label || name}: ${detail}` }] : [];
          })}
        />
      )}
      <FormContext value={{ faults, values: {} }}>
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
      </FormContext>
      <FormTraps />
      <div className="pw-form-end" {...(fields.button ? {} : words)}>
        <button type="submit">{fields.button || t`Send`}</button>
        <progress className="pw-contact-progress" max={1} value={0} aria-label={t`Sending`} hidden />
      </div>
    </form>
  );
}
