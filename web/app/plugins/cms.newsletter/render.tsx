import { useLingui } from '@lingui/react/macro';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { ViewProps } from '../contract.ts';
import { ConsentStatement } from '../forms/consent-statement.tsx';
import { GIVEN, PREFIX, sentMark } from '../forms/sending.ts';
import { FormPlace, SentForm } from '../forms/sent-form.tsx';
import { FieldFrame } from '../members/field-frame.tsx';
import { fieldsAsked, type NewsletterField, type NewsletterFields, placeOf } from './newsletter.ts';

export default function Newsletter({ id, fields, query, posted }: ViewProps<NewsletterFields>): ReactNode {
  const { t } = useLingui();
  const { content, words } = useSpeech();
  const { heading, text, message, button } = fields;
  const place = placeOf(id);
  const asked = fieldsAsked(fields);
  const isSent = query.sent === sentMark(id) && !posted;
  return (
    <FormPlace
      place={place}
      className="pw-newsletter"
      heading={heading}
      isSent={isSent}
      message={message}
      messageInWords={t`Almost done: you will get an email. Please press the button in it to confirm your subscription.`}
    >
      {text && <div className="pw-newsletter-text" {...content} dangerouslySetInnerHTML={{ __html: text }} />}
      <SentForm
        id={id}
        posted={posted}
        names={asked}
        failed={t`Your sign-up could not be sent. Please check your connection and try again.`}
        button={button}
        buttonInWords={t`Subscribe`}
      >
        {({ given, firstFault }) => (
          <div className="pw-newsletter-fields" {...words}>
            {asked.map((name) => (
              <Field
                key={name}
                id={`${place}-${name}`}
                name={name}
                fields={fields}
                value={Object.hasOwn(given, name) ? given[name]?.[0] : undefined}
                isFocused={name === firstFault}
              />
            ))}
          </div>
        )}
      </SentForm>
    </FormPlace>
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
