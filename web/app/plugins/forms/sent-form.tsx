import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { Posted } from '../contract.ts';
import { FormContext } from '../members/field-frame.tsx';
import { POSTED_PLUGIN } from '../posted-plugin.ts';
import { FormProblem } from './form-problem.tsx';
import { FormTraps } from './form-traps.tsx';
import { hasWords } from './has-words.ts';
import type { FormStep } from './refusals.ts';

interface PlaceProps {
  /** The id of the form's part of the page, which the address names once it was sent. */
  place: string;
  className: string;
  heading: string | undefined;
  isSent: boolean;
  /** Shown in place of the form once it was sent. */
  message: string | undefined;
  /** What is said where an editor has left the message without words: nobody is to wonder whether it was sent. */
  messageInWords: string;
  children: ReactNode;
}

/** A form that visitors send to their page, or what it says once it was sent. */
export function FormPlace(props: PlaceProps): ReactNode {
  const { place, className, heading, isSent, message, messageInWords, children } = props;
  const { content, words } = useSpeech();
  return (
    <div className={`pw-member pw-sent ${className}`} id={place}>
      {heading && <h2>{heading}</h2>}
      {isSent ? (
        <div
          className="pw-form-done"
          role="status"
          tabIndex={-1}
          {...(hasWords(message)
            ? { ...content, dangerouslySetInnerHTML: { __html: message ?? '' } }
            : { ...words, children: <p>{messageInWords}</p> })}
        />
      ) : (
        children
      )}
    </div>
  );
}

/** What came of sending it before. */
export interface SentBefore {
  /** What was typed, by the names of the fields. */
  given: FormStep['given'];
  /** The first that something is wrong with: the keyboard begins there. */
  firstFault: string | undefined;
}

interface FormProps {
  id: string;
  posted: Posted | undefined;
  /** The names of the fields, in their order. */
  names: readonly string[];
  /** What the script says when the server cannot be reached. */
  failed: string;
  /** What the script says of files that are too large. */
  tooLarge?: string;
  /** Leads from what is wrong to where it is; without it, the field itself says it alone. */
  linkOf?: (name: string, fault: string) => { href: string; text: string };
  hasFiles?: boolean;
  button: string | undefined;
  /** What the button says unless the editor has chosen its words. */
  buttonInWords: string;
  besideButton?: ReactNode;
  children: (before: SentBefore) => ReactNode;
}

/** A form of plain HTML, which form-script.ts sends in place where it runs. */
export function SentForm(props: FormProps): ReactNode {
  const { words } = useSpeech();
  const { id, posted, names, linkOf, button } = props;
  const { given = {}, isRepeatable = false } = (posted?.step as FormStep | undefined) ?? {};
  const found = posted?.faults ?? {};
  const faulty = names.filter((name) => Object.hasOwn(found, name));
  const faults = faulty.map((field) => ({ field, detail: found[field] ?? '' }));
  return (
    <form
      className="pw-form"
      method="post"
      encType="multipart/form-data"
      action={`?${new URLSearchParams({ [POSTED_PLUGIN]: id })}`}
      data-repeatable={isRepeatable || undefined}
      data-failed={props.failed}
      data-too-large={props.tooLarge}
      data-words-lang={words.lang}
      data-words-dir={words.dir}
    >
      {posted?.problem && (
        <FormProblem
          said={posted.problem}
          isFocused={faulty.length === 0}
          hasFiles={props.hasFiles}
          faults={linkOf ? faults.map(({ field, detail }) => linkOf(field, detail)) : []}
        />
      )}
      <FormContext value={{ faults, values: {} }}>
        {props.children({ given, firstFault: faulty[0] })}
      </FormContext>
      <FormTraps />
      <div className="pw-form-end" {...(button ? {} : words)}>
        <button type="submit">{button || props.buttonInWords}</button>
        {props.besideButton}
      </div>
    </form>
  );
}
