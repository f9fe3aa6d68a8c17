/** One field of the form: its input, with label, hint, fault and what was typed before. */
import { useLingui } from '@lingui/react/macro';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { htmlControlOf } from '../../fields/html.ts';
import { htmlBoundsOf } from '../../fields/html-bounds.ts';
import type { DefinitionOf } from '../../fields/types.ts';
import { acceptOf, mostBytesOf } from '../../fields/upload/offered.ts';
import { ConsentStatement } from '../forms/consent-statement.tsx';
import { hasWords } from '../forms/has-words.ts';
import { GIVEN, PREFIX } from '../forms/sending.ts';
import { FieldFrame, type Ties, useFault } from '../members/field-frame.tsx';
import { definitionOf, optionsOf, type Question } from './questions.ts';

interface FieldProps {
  /** The id of the form's part of the page. */
  place: string;
  question: Question;
  /** What was typed before. */
  given: readonly string[] | undefined;
  /** The first that something is wrong with. */
  isFocused: boolean;
}

export function idOf(place: string, name: string): string {
  return `${place}-${name}`;
}

/** A condition is heeded by the script alone; without one all fields are shown, and the server judges. */
export function Field(props: FieldProps): ReactNode {
  const { question } = props;
  const { name, when, equals = '', width, kind } = question;
  const isGroup = kind === 'radios' || kind === 'checkboxes';
  return (
    <div
      className={width === 'half' ? 'pw-contact-field pw-half' : 'pw-contact-field'}
      data-name={name}
      data-when={when || undefined}
      data-equals={when ? equals : undefined}
    >
      {isGroup ? <Group {...props} /> : <Single {...props} />}
    </div>
  );
}

function Single({ place, question, given = [], isFocused }: FieldProps): ReactNode {
  const { name, label = '', hint, kind, isRequired = false, statement = '' } = question;
  const isConsent = kind === 'consent';
  const shared = (ties: Ties) => ({
    ...ties,
    name: PREFIX + name,
    autoFocus: isFocused,
    // One that may not be asked for must not keep the form from being sent.
    required: isRequired && !question.when,
    'data-required': isRequired || undefined,
  });
  return (
    <FieldFrame
      id={idOf(place, name)}
      label={isConsent && hasWords(statement) ? <ConsentStatement html={statement} /> : label}
      hint={hint || undefined}
      field={name}
      isOptional={!isRequired}
      isCheck={isConsent}
    >
      {(ties) => <Input question={question} given={given} shared={shared(ties)} />}
    </FieldFrame>
  );
}

interface InputProps {
  question: Question;
  given: readonly string[];
  shared: InputHTMLAttributes<HTMLElement>;
}

function Input({ question, given, shared }: InputProps): ReactNode {
  const [value = ''] = given;
  const { kind, autoComplete } = question;
  const definition = definitionOf(question);
  if (definition.type === 'upload') return <FileInput definition={definition} shared={shared} />;
  if (kind === 'select') return <Select question={question} value={value} shared={shared} />;
  const { element: Control, attributes } = htmlControlOf(definition);
  const input = { ...attributes, ...htmlBoundsOf(definition), ...(shared as object) };
  if (kind === 'consent') return <input {...input} defaultValue={GIVEN} defaultChecked={value === GIVEN} />;
  if (Control === 'textarea') return <textarea {...input} rows={6} defaultValue={value} />;
  return <input {...input} autoComplete={autoComplete || attributes.autoComplete} defaultValue={value} />;
}

interface FileProps {
  definition: DefinitionOf<'upload'>;
  shared: object;
}

function FileInput({ definition, shared }: FileProps): ReactNode {
  const { type } = htmlControlOf(definition).attributes;
  return (
    <input
      {...shared}
      type={type}
      multiple
      accept={acceptOf(definition)}
      data-most={mostBytesOf(definition)}
    />
  );
}

function Select({
  question,
  value,
  shared,
}: {
  question: Question;
  value: string;
  shared: object;
}): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  return (
    <select {...shared} defaultValue={value}>
      <option value="" {...words}>{t`Please choose`}</option>
      {optionsOf(question).map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}

function Group({ place, question, given = [], isFocused }: FieldProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const { name, label, hint, kind, isRequired } = question;
  const fault = useFault(name);
  const id = idOf(place, name);
  const isOne = kind === 'radios';
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <fieldset
      className="pw-field pw-contact-group"
      id={id}
      tabIndex={-1}
      aria-describedby={described || undefined}
    >
      <legend>
        {label}
        {!isRequired && <span className="pw-form-optional" {...words}>{` ${t`(optional)`}`}</span>}
      </legend>
      {hint && (
        <span className="pw-form-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {optionsOf(question).map((option, index) => (
        <label key={option}>
          <input
            type={isOne ? 'radio' : 'checkbox'}
            name={PREFIX + name}
            value={option}
            defaultChecked={given.includes(option)}
            // biome-ignore lint/a11y/noAutofocus: a form that comes back begins where something is wrong with it
            autoFocus={isFocused && index === 0}
            required={isOne && isRequired && !question.when}
            data-required={(isOne && isRequired) || undefined}
            aria-invalid={fault ? true : undefined}
          />
          {option}
        </label>
      ))}
      {fault && (
        <span className="pw-field-fault" id={`${id}-fault`} {...words}>
          {fault}
        </span>
      )}
    </fieldset>
  );
}
