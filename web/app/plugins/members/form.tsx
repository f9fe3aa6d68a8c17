/** Forms of the plugins for members: plain HTML, with what the server refuses written beside its field. */
import { useLingui } from '@lingui/react/macro';
import {
  type ChangeEvent,
  type FormEvent,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useSpeech } from '#words/react.tsx';
import { ProblemError } from '../../api/problem.ts';
import type { Posted } from '../contract.ts';
import { POSTED_PLUGIN } from '../posted-plugin.ts';
import { FieldFrame, FormContext } from './field-frame.tsx';
import { problemInWords, translated, type Words } from './problem.ts';

/** The step of a form that has been sent and has nothing more to ask. */
export const SENT = 'sent';

/** How a form is sent without a script: to its page, where the plugin's post.ts answers it. */
export interface PostedForm {
  /** The plugin's instance. */
  id: string;
  /** The answer, on the page that came back. */
  posted?: Posted;
  /** Sent along, for post.ts alone. */
  hidden?: Readonly<Record<string, string>>;
}

interface MemberFormProps {
  /** Sends what was typed; a ProblemError is shown. */
  onSubmit: (values: Record<string, string>) => Promise<void>;
  submit: string;
  children?: ReactNode;
  /** Beside the button. */
  more?: ReactNode;
  /** Words for a refusal that has no field; left out, the server's own. */
  words?: Words;
  /** Left out, nothing is sent without a script. */
  post?: PostedForm;
  /** Said where there is no script and the form needs one. */
  needsScript?: string;
  isDangerous?: boolean;
  /** Where it says why. */
  isDisabled?: boolean;
  /** What is typed is stored elsewhere, and is not lost with the page. */
  isStored?: boolean;
  /** One of several buttons, and not the one that most want. */
  isQuiet?: boolean;
  label?: string;
}

/** Counts changes in forms: each is marked with its last, which visitor/half-written.ts looks for. */
let changes = 0;

/** The inputs keep what they hold, so that what was typed before the page was awake is not lost. */
export function MemberForm({
  onSubmit,
  submit,
  children,
  more,
  words,
  post,
  needsScript,
  isDangerous,
  isDisabled,
  isStored,
  isQuiet,
  label,
}: MemberFormProps): ReactNode {
  const { i18n, t } = useLingui();
  const { words: speech } = useSpeech();
  const { form, problem, posted, isSending, send } = useSending(sendAll, post?.posted);
  // Of what is posted the browser knows what was typed, and passwords nobody expects back.
  const onChange = ({ currentTarget: { dataset }, target }: ChangeEvent<HTMLFormElement>) => {
    if (post || isStored || target.type === 'password') return;
    changes += 1;
    dataset.unsaved = String(changes);
  };
  async function sendAll(values: Record<string, string>): Promise<void> {
    const { dataset } = form.current as HTMLFormElement;
    const sent = dataset.unsaved;
    await onSubmit(values);
    if (dataset.unsaved === sent) delete dataset.unsaved;
  }
  const wrong = problem ? problemInWords(problem, i18n, words) : posted?.problem;
  const values = post?.posted?.values ?? {};
  return (
    // What is not posted is a dialog's form, which sends nothing without its script: passwords must not end up in an address.
    <form
      ref={form}
      className="pw-form"
      method={post ? 'post' : 'dialog'}
      onSubmit={send}
      onChange={onChange}
      aria-label={label}
    >
      {post && <Hidden values={{ [POSTED_PLUGIN]: post.id, ...post.hidden }} />}
      <FormContext value={{ faults: problem?.errors ?? faultsIn(posted), values }}>{children}</FormContext>
      {wrong && (
        <p className="pw-form-problem" role="alert" tabIndex={-1} {...speech}>
          {wrong}
        </p>
      )}
      <div className="pw-form-end" {...speech}>
        <button
          type="submit"
          disabled={isDisabled}
          aria-disabled={isSending}
          data-danger={isDangerous || undefined}
          className={isQuiet ? 'pw-quiet' : undefined}
        >
          {submit}
        </button>
        {more}
      </div>
      {!post && (
        <noscript>
          <p className="pw-form-hint" {...speech}>
            {needsScript ?? t`This form needs JavaScript.`}
          </p>
        </noscript>
      )}
    </form>
  );
}

/** Sends the form, once at a time, and goes to what was refused. `answer` came with the page. */
function useSending(onSubmit: MemberFormProps['onSubmit'], answer: Posted | undefined) {
  const { i18n } = useLingui();
  const [problem, setProblem] = useState<ProblemError>();
  /** What came with the page, until the form is sent from here. */
  const [posted, setPosted] = useState(answer);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setProblem(undefined);
    setPosted(undefined);
    try {
      await onSubmit(valuesOf(event.currentTarget));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setProblem(await translated(error, i18n));
    } finally {
      setSending(false);
    }
  };
  // Together with the words and no later: a visitor who has begun to type again would lose the focus.
  useLayoutEffect(() => {
    if (problem) focusFault(form.current);
  }, [problem]);
  return { form, problem, posted, isSending, send };
}

function Hidden({ values }: { values: Record<string, string> }): ReactNode {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

const faultsIn = (posted: Posted | undefined) =>
  Object.entries(posted?.faults ?? {}).map(([field, detail]) => ({ field, detail }));

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== POSTED_PLUGIN,
  );
  return Object.fromEntries(entries);
}

function focusFault(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  (first ?? form?.querySelector<HTMLElement>('[role="alert"]'))?.focus();
}

interface TextFieldProps {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  defaultValue?: string;
  hint?: string;
  minLength?: number;
  maxLength?: number;
  inputMode?: 'numeric' | 'text';
  /** Path of the field in the request, where the name is another. */
  field?: string;
}

/** It has to be filled in. */
export function TextField({
  name,
  label,
  type = 'text',
  hint,
  field = name,
  ...input
}: TextFieldProps): ReactNode {
  const { values } = useContext(FormContext);
  return (
    <FieldFrame label={label} hint={hint} field={field}>
      {(ties) => (
        <input
          name={name}
          type={type}
          required
          defaultValue={type === 'password' ? undefined : values[name]}
          {...ties}
          {...input}
        />
      )}
    </FieldFrame>
  );
}

/** Something that has happened, said aloud. */
export function Done({ children }: { children: ReactNode }): ReactNode {
  const { words } = useSpeech();
  return (
    <p className="pw-form-done" role="status" {...words}>
      {children}
    </p>
  );
}
