import { t } from '@lingui/core/macro';
import { Button, Input, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { I18n } from '#words/i18n.ts';
import {
  cmsConfigEntriesListOptions,
  emailTemplatesGetOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import { faultAt, faultsBeside, faultsIn } from '../../fields/check.ts';
import { FieldForm } from '../../fields/field-form.tsx';
import { FieldInput } from '../../fields/inputs.tsx';
import ListField from '../../fields/list/input.tsx';
import type { FieldDefinition, FieldDefinitions } from '../../fields/types.ts';
import { sameJson } from '../../page/same-json.ts';
import { useHasScope } from '../../session/use-session.ts';
import { Hint } from '../../ui/hint.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { EditProps } from '../contract.ts';
import styles from './edit.module.css';
import manifest from './manifest.ts';
import { type ContactFields, type ContactItem, isChoice, namesOf, optionsOf } from './questions.ts';
import { appointmentForm, contactForm, feedbackForm } from './templates.ts';

const { fields: definitions } = manifest;
const { item } = definitions.fields;

/** The form builder: fields in their order, each with what its kind can have. */
export default function ContactSettings({ fields, onChange, words }: EditProps<ContactFields>): ReactNode {
  const [isAdvanced, setAdvanced] = useState(false);
  const [replaced, setReplaced] = useState<ContactItem[]>();
  const set = (name: keyof ContactFields) => (value: unknown) => onChange({ ...fields, [name]: value });
  const items = fields.fields ?? [];
  const input = (name: 'heading' | 'button' | 'message' | 'successPage' | 'template' | 'subject') => (
    <FieldInput
      definition={definitions[name]}
      value={fields[name]}
      error={faultAt(faultsIn(definitions[name], fields[name]))}
      onChange={set(name)}
    />
  );
  return (
    <>
      <Recipients templateId={fields.template} />
      {input('heading')}
      <StartingForms
        onChoose={(form) => {
          if (areSomebodys(items, words)) setReplaced(items);
          onChange({ ...fields, fields: form(words) });
        }}
        replaced={replaced}
        onUndo={() => {
          setReplaced(undefined);
          onChange({ ...fields, fields: replaced });
        }}
      />
      <Switch
        label={t`Advanced settings`}
        description={t`Hints, widths, bounds, conditions, the email and the page after sending.`}
        checked={isAdvanced}
        onChange={(event) => setAdvanced(event.currentTarget.checked)}
      />
      <div data-wide>
        <ListField
          definition={definitions.fields as FieldDefinition & { type: 'list' }}
          value={items}
          onChange={set('fields')}
          newItem={{ kind: 'text', label: t`New field`, name: freeName(items) }}
          drawItem={(values, index, change) => (
            <FieldForm
              definitions={definitionsFor(values, items.slice(0, index), isAdvanced)}
              values={values}
              onChange={(changed) => change(withOptions(changed, values))}
            />
          )}
          nameOf={({ label }) => label as string | undefined}
          addLabel={t`Add field`}
        />
      </div>
      {input('button')}
      {input('message')}
      {isAdvanced && (
        <>
          {input('successPage')}
          {input('template')}
          {input('subject')}
        </>
      )}
    </>
  );
}

/** Says where messages go, and what is missing for them to arrive. */
function Recipients({ templateId }: { templateId: string | undefined }): ReactNode {
  const isAdmin = useHasScope('admin');
  const config = useQuery(cmsConfigEntriesListOptions());
  const template = useQuery({
    ...emailTemplatesGetOptions({ path: { id: templateId ?? '' } }),
    enabled: Boolean(templateId),
  });
  if (!config.data || (templateId && template.isPending)) return null;
  const entries = config.data;
  const configured = (key: string) => entries.find((entry) => entry.key === key)?.value;
  const contact = configured('contactAddress');
  const name = template.data?.name ?? '';
  if (template.data?.isForVisitors === false)
    return (
      <Missing>{t`Visitors cannot send these messages: the email template “${name}” is not for forms. Choose another one under Advanced settings, or have an administrator turn on “Visitors can send it with a form” in it.`}</Missing>
    );
  const own = template.data?.recipients ?? [];
  const recipients = own.length > 0 ? own : contact ? [String(contact)] : [];
  if (recipients.length > 0)
    return (
      <div data-wide>
        <Hint>{t`Messages go to ${recipients.join(', ')}.`}</Hint>
      </div>
    );
  return (
    <Missing>
      {isAdmin ? (
        <>
          {t`These messages have no recipient yet.`}{' '}
          <a
            href="/cms-admin/config#contactAddress"
            target="_blank"
            rel="noopener"
          >{t`Set the site’s contact address`}</a>
        </>
      ) : (
        t`These messages have no recipient yet. An administrator can set the site’s contact address, or add recipients to the email template.`
      )}
    </Missing>
  );
}

function Missing({ children }: { children: ReactNode }): ReactNode {
  return (
    <div role="alert" data-wide>
      <Notice tone="warning">{children}</Notice>
    </div>
  );
}

type StartingForm = (words: I18n) => ContactItem[];

/** Whether somebody has worked on these fields: they are those of no form to start from. */
const areSomebodys = (items: readonly ContactItem[], words: I18n): boolean =>
  items.length > 0 &&
  ![contactForm, appointmentForm, feedbackForm].some((form) => sameJson(items, form(words)));

interface StartingFormsProps {
  onChoose: (form: StartingForm) => void;
  /** The fields that were there before, as long as they can be brought back. */
  replaced: readonly ContactItem[] | undefined;
  onUndo: () => void;
}

function StartingForms({ onChoose, replaced, onUndo }: StartingFormsProps): ReactNode {
  const first = useRef<HTMLButtonElement>(null);
  const undo = () => {
    onUndo();
    // The button goes with what it brought back.
    first.current?.focus();
  };
  return (
    <Input.Wrapper label={t`Start from a form`} role="group" aria-label={t`Start from a form`}>
      <div className={styles.forms}>
        <Button ref={first} onClick={() => onChoose(contactForm)}>{t`Contact`}</Button>
        <Button onClick={() => onChoose(appointmentForm)}>{t`Appointment`}</Button>
        <Button onClick={() => onChoose(feedbackForm)}>{t`Feedback`}</Button>
      </div>
      <div className={styles.replaced} role="status">
        {replaced && (
          <>
            <p>{t`Your fields were replaced.`}</p>
            <Button size="xs" leftSection={<Undo2 size={14} aria-hidden />} onClick={undo}>
              {t`Undo`}
            </Button>
          </>
        )}
      </div>
    </Input.Wrapper>
  );
}

/** A field that was made a choice begins with options to write over. */
function withOptions(changed: ContactItem, before: ContactItem): ContactItem {
  if (!isChoice(changed.kind) || isChoice(before.kind) || changed.options) return changed;
  return { ...changed, options: [t`First option`, t`Second option`].join('\n') };
}

type ItemField = keyof typeof item;

const OF_KINDS: Readonly<Record<string, readonly ItemField[]>> = {
  select: ['options'],
  radios: ['options'],
  checkboxes: ['options'],
  consent: ['statement'],
  file: ['accepts'],
};
const ADVANCED_OF_KINDS: Readonly<Record<string, readonly ItemField[]>> = {
  text: ['least', 'most', 'autoComplete'],
  longText: ['least', 'most'],
  number: ['least', 'most'],
  checkboxes: ['least', 'most'],
  date: ['earliest', 'latest'],
  file: ['most'],
};

/** The inputs for a field of the form, by its kind; conditions name the fields before it. */
function definitionsFor(
  values: ContactItem,
  earlier: readonly ContactItem[],
  isAdvanced: boolean,
): FieldDefinitions {
  const kind = values.kind ?? 'text';
  const basic: ItemField[] = ['kind', 'label', ...(OF_KINDS[kind] ?? []), 'isRequired'];
  const advanced: ItemField[] = ['hint', 'width', ...(ADVANCED_OF_KINDS[kind] ?? []), 'name'];
  // What has to be put right is shown in any case.
  const isFaulty = faultsBeside(item.least, values.least, values).length > 0;
  const shown = isAdvanced ? [...basic, ...advanced] : isFaulty ? [...basic, 'least' as const] : basic;
  const found: Record<string, FieldDefinition> = {};
  for (const name of shown)
    found[name] = {
      ...item[name],
      ...boundWords(kind, name),
      // Without any, visitors are not asked.
      required: name === 'options',
    } as FieldDefinition;
  if (!isAdvanced && !values.when) return found;
  return { ...found, ...conditionsFor(values, earlier) };
}

/** What a bound counts. */
function boundWords(kind: string, name: ItemField): object {
  if (name !== 'least' && name !== 'most') return {};
  if (kind === 'file') return { label: t`Largest file`, unit: 'MB', min: 1, max: 15 };
  if (kind === 'number') return {};
  if (kind === 'checkboxes') return { unit: t`ticked`, integer: true, min: 0 };
  return { unit: t`characters`, integer: true, min: 0 };
}

function conditionsFor(values: ContactItem, earlier: readonly ContactItem[]): FieldDefinitions {
  const names = namesOf(earlier.map(({ name = '' }) => name));
  if (names.length === 0) return {};
  const options = names.map((name, index) => ({ value: name, label: earlier[index]?.label || name }));
  const when: FieldDefinition = {
    type: 'choice',
    label: item.when.label,
    options: [{ value: '', label: t`Always shown` }, ...options],
  };
  const asked = earlier[names.indexOf(values.when ?? '')];
  const answers = asked ? optionsOf(asked) : [];
  if (!asked || asked.kind === 'consent' || asked.kind === 'file') return { when };
  if (answers.length === 0) return { when, equals: { ...item.equals, hint: t`Empty: any answer.` } };
  const equals: FieldDefinition = {
    type: 'choice',
    label: item.equals.label,
    options: [
      { value: '', label: t`Any answer` },
      ...answers.map((answer) => ({ value: answer, label: answer })),
    ],
  };
  return { when, equals };
}

/** A name that no field has. */
function freeName(items: readonly ContactItem[]): string {
  const taken = new Set(items.map(({ name }) => name));
  let number = items.length + 1;
  while (taken.has(`field-${number}`)) number++;
  return `field-${number}`;
}
