import { useLingui } from '@lingui/react/macro';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { ViewProps } from '../contract.ts';
import { ConsentStatement } from '../forms/consent-statement.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { FormTraps } from '../forms/form-traps.tsx';
import type { FormStep } from '../forms/refusals.ts';
import { GIVEN, PREFIX, sentMark } from '../forms/sending.ts';
import { FieldFrame, FormContext } from '../members/field-frame.tsx';
import { POSTED_PLUGIN } from '../posted-plugin.ts';
import { fieldsAsked, type NewsletterField, type NewsletterFields, placeOf } from './newsletter.ts';

/** A form of plain HTML, which script.ts sends in place where it runs. */
export default function Newsletter({ id, fields, query, posted }: ViewProps<NewsletterFields>): ReactNode {
  const { content } = useSpeech();
  const { heading, text, message = '' } = fields;
  const isSent = query.sent === sentMark(id) && !posted;
  return (
    <div className="pw-member pw-newsletter" id={placeOf(id)}>
      {heading && <h2>{heading}</h2>}
      {isSent ? (
        <div
          className="pw-form-done"
          role="status"
          tabIndex={-1}
          {...content}
          dangerouslySetInnerHTML={{ __html: message }}
        />
      ) : (
        <>
          {text && (
            <div className="pw-newsletter-text" {...content} dangerouslySetInnerHTML={{ __html: text }} />
          )}
          <NewsletterForm id={id} fields={fields} posted={posted} />
        </>
      )}
    </div>
  );
}

function NewsletterForm({
  id,
  fields,
  posted,
}: Pick<ViewProps<NewsletterFields>, 'id' | 'fields' | 'posted'>): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { given = {}, isRepeatable = false } = (posted?.step as FormStep | undefined) ?? {};
  const faults = Object.entries(posted?.faults ?? {}).map(([field, detail]) => ({ field, detail }));
  const asked = fieldsAsked(fields);
  const firstFault = asked.find((name) => faults.some(({ field }) => field === name));
  return (
    <form
      className="pw-form"
      method="post"
      encType="multipart/form-data"
      action={`?${new URLSearchParams({ [POSTED_PLUGIN]: id })}`}
      data-repeatable={isRepeatable || undefined}
      data-failed={t`Your sign-up could not be sent. Please check your connection and try again.`}
    >
      {posted?.problem && <FormProblem said={posted.problem} isFocused={!firstFault} faults={[]} />}
      <FormContext value={{ faults, values: {} }}>
        <div className="pw-newsletter-fields" {...words}>
          {asked.map((name) => (
            <Field
              key={name}
              id={`${placeOf(id)}-${name}`}
              name={name}
              fields={fields}
              value={Object.hasOwn(given, name) ? given[name]?.[0] : undefined}
              isFocused={name === firstFault}
            />
          ))}
        </div>
      </FormContext>
      <FormTraps />
      <div className="pw-form-end" {...(fields.button ? {} : words)}>
        <button type="submit">{fields.button || t`Subscribe`}</button>
      </div>
    </form>
  );
}

interface FieldProps {
  id: string;
  name: NewsletterField;
  fields: NewsletterFields;
  /** What was typed before. */
  value: string | undefined;
  /** The first that something is wrong with. */
  isFocused: boolean;
}

function Field({ id, name, fields, value, isFocused }: FieldProps): ReactNode {
  const { t } = useLingui();
  const isRequired = name !== 'name' || fields.askName === 'required';
  const isConsent = name === 'consent';
  const labels = { email: t`Email address`, name: t`Name`, consent: '' };
  return (
    <FieldFrame
      id={id}
      field={name}
      label={isConsent ? <ConsentStatement html={fields.consent ?? ''} /> : labels[name]}
      isOptional={!isRequired}
      isCheck={isConsent}
    >
      {(ties) => (
        <input
          {...ties}
          {...INPUTS[name]}
          name={PREFIX + name}
          // biome-ignore lint/a11y/noAutofocus: a form that comes back begins where something is wrong with it
          autoFocus={isFocused}
          required={isRequired}
          defaultValue={isConsent ? GIVEN : value}
          defaultChecked={isConsent ? value === GIVEN : undefined}
        />
      )}
    </FieldFrame>
  );
}

const INPUTS: Readonly<Record<NewsletterField, InputHTMLAttributes<HTMLInputElement>>> = {
  email: { type: 'email', autoComplete: 'email', maxLength: 254 },
  name: { type: 'text', autoComplete: 'name', maxLength: 200 },
  consent: { type: 'checkbox' },
};
