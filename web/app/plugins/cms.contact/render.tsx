import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { ViewProps } from '../contract.ts';
import { FormContext } from '../members/field-frame.tsx';
import { POSTED_PLUGIN } from '../posted-plugin.ts';
import { Field, idOf } from './field.tsx';
import type { ContactStep } from './post.ts';
import { type ContactFields, placeOf, questionsOf, sentMark, TRAP } from './questions.ts';

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
  const { given = {}, isRepeatable = false } = (posted?.step as ContactStep | undefined) ?? {};
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
        <Problem
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
      {/* What people do not see, programs fill in. */}
      <div className="pw-contact-trap" aria-hidden="true" style={{ position: 'absolute', left: '-9999px' }}>
        <label>
          {t`Leave this empty`}
          <input name={TRAP} tabIndex={-1} autoComplete="off" />
        </label>
        <noscript>
          <img src="/cms/contact-forms/ticket.gif" alt="" width="1" height="1" />
        </noscript>
      </div>
      <div className="pw-contact-captcha" hidden />
      <div className="pw-form-end" {...(fields.button ? {} : words)}>
        <button type="submit">{fields.button || t`Send`}</button>
        <progress className="pw-contact-progress" max={1} value={0} aria-label={t`Sending`} hidden />
      </div>
    </form>
  );
}

interface ProblemProps {
  said: string;
  faults: { href: string; text: string }[];
  isFocused: boolean;
  hasFiles: boolean;
}

/** What is wrong, with links to where it is. */
function Problem({ said, faults, isFocused, hasFiles }: ProblemProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  return (
    // biome-ignore lint/a11y/noAutofocus: a form that comes back begins where something is wrong with it
    <div className="pw-form-problem" role="alert" tabIndex={-1} autoFocus={isFocused} {...words}>
      <p>{said}</p>
      {hasFiles && (
        <noscript>
          <p>{t`Files have to be chosen again.`}</p>
        </noscript>
      )}
      {faults.length > 1 && (
        <ul>
          {faults.map(({ href, text }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
