/** A schema's settings: what it is called, who may see the data, and which fields it has. */
import { t } from '@lingui/core/macro';
import { SegmentedControl, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useImperativeHandle, useState } from 'react';
import { ProblemError } from '../../api/problem.ts';
import {
  createSchema,
  type JsonObject,
  type MemberAccess,
  type SchemaInput,
  type SchemaRecord,
  updateSchema,
} from '../../api/schemas.ts';
import type { OfferedDefinition } from '../../fields/types.ts';
import { fieldsOf, valuesOf } from '../../identity/schema-fields.ts';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import type { FormProps } from '../define-resource.ts';
import { FormInput } from '../form-input.tsx';
import { optionsOf } from '../options-of.ts';
import { ProfileFields } from '../profile-fields.tsx';
import { InvalidDataDialog, type InvalidDataFound } from './invalid-data-dialog.tsx';
import { SchemaBuilder } from './schema-builder.tsx';
import styles from './schema-form.module.css';
import { type SchemaDraft, useSchemaDraft } from './use-schema-draft.ts';

const ACCESS_LABELS: Record<MemberAccess, string> = {
  none: t`Only administrators`,
  read: t`The person may see it`,
  write: t`The person may see and change it`,
};

const NAME = { type: 'text', label: t`Name`, required: true, maxLength: 200 } satisfies OfferedDefinition;
const DESCRIPTION = {
  type: 'text',
  multiline: true,
  label: t`Description`,
  hint: t`Shown above the fields in forms.`,
  maxLength: 1000,
} satisfies OfferedDefinition;
const ACCESS = {
  type: 'choice',
  label: t`Who can see the data`,
  hint: t`Administrators always can.`,
  options: optionsOf(ACCESS_LABELS),
} satisfies OfferedDefinition;

const NEW_SCHEMA: JsonObject = { type: 'object', properties: {} };

interface Asked extends InvalidDataFound {
  answer: (isGoingOn: boolean) => void;
}

/** What the service found, when that is why it refused. */
function invalidDataIn(error: unknown): InvalidDataFound | undefined {
  if (!(error instanceof ProblemError) || error.code !== 'data_would_be_invalid') return undefined;
  return error.extensions as unknown as InvalidDataFound;
}

function useSchemaForm(record: SchemaRecord | undefined, onSaved: (schema: SchemaRecord) => void) {
  const draft = useSchemaDraft(record?.schema ?? NEW_SCHEMA);
  const [asked, setAsked] = useState<Asked>();

  const save = async (input: SchemaInput) => {
    if (!record) return await createSchema(input);
    try {
      return await updateSchema(record, input);
    } catch (error) {
      const found = invalidDataIn(error);
      if (!found) throw error;
      const isGoingOn = await new Promise<boolean>((answer) => setAsked({ ...found, answer }));
      setAsked(undefined);
      if (!isGoingOn) throw error;
      return await updateSchema(record, { ...input, acceptInvalid: true });
    }
  };

  const state = useProblemForm({
    initialValues: {
      name: record?.name ?? '',
      description: record?.description ?? '',
      memberAccess: record?.memberAccess ?? ('none' as MemberAccess),
      schema: '',
    },
    validate: {
      name: (name) => (name.trim() ? null : t`Enter a name.`),
      schema: () => {
        draft.check();
        return draft.schema ? null : (draft.textFault ?? t`Some fields are not complete yet.`);
      },
    },
    submit: (values) =>
      save({
        name: values.name.trim(),
        description: values.description.trim(),
        memberAccess: values.memberAccess,
        schema: draft.schema ?? NEW_SCHEMA,
      }),
    onSaved: (schema) => {
      draft.markSaved();
      onSaved(schema);
    },
    fieldOf: (path) => (path.startsWith('schema') ? 'schema' : path),
  });
  const { clearFieldError } = state.form;
  // What was wrong with the fields is said of those before the change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what changes.
  useEffect(() => clearFieldError('schema'), [draft.fields, draft.text]);
  return { ...state, draft, asked };
}

/** The form as it will be filled in; what is typed into it goes nowhere. */
function Preview({ schema }: { schema: JsonObject }) {
  const fields = fieldsOf(schema);
  const form = useForm({ initialValues: valuesOf(fields) });
  if (fields.length === 0) return <p className={styles.nothing}>{t`There is nothing to fill in yet.`}</p>;
  return (
    <div className={styles.preview}>
      <ProfileFields fields={fields} form={form} />
    </div>
  );
}

function FieldsSection({ draft, fault }: { draft: SchemaDraft; fault: string | undefined }) {
  const [isPreview, setPreview] = useState(false);
  // Faults are mended in the builder.
  const preview = isPreview && draft.mode === 'fields' ? draft.schema : undefined;
  const show = (tab: string) =>
    setPreview(draft.setMode(tab === 'json' ? 'json' : 'fields') && tab === 'preview');
  return (
    <FormSection title={t`Fields`}>
      <SegmentedControl
        className={styles.mode}
        aria-label={t`How the fields are shown`}
        value={preview ? 'preview' : draft.mode}
        onChange={show}
        data={[
          { value: 'fields', label: t`Builder` },
          { value: 'json', label: 'JSON' },
          { value: 'preview', label: t`Preview` },
        ]}
      />
      <div role="alert" className={styles.fault}>
        {fault ?? (draft.mode === 'json' ? draft.textFault : undefined)}
      </div>
      {preview ? (
        <Preview schema={preview} />
      ) : draft.mode === 'fields' ? (
        <SchemaBuilder fields={draft.fields} faults={draft.faults} onChange={draft.setFields} />
      ) : (
        <Textarea
          classNames={{ input: styles.json }}
          label={t`JSON Schema`}
          description={t`JSON Schema 2020-12 of an object, without external references.`}
          rows={18}
          spellCheck={false}
          maxLength={65_536}
          value={draft.text}
          error={draft.textFault !== undefined}
          onChange={(event) => draft.setText(event.currentTarget.value)}
        />
      )}
    </FormSection>
  );
}

export function SchemaForm({ record, onSaved, onCancel, isDirtyRef }: FormProps<SchemaRecord>) {
  const { form, frame, draft, asked } = useSchemaForm(record, onSaved);
  useImperativeHandle(isDirtyRef, () => () => form.isDirty() || draft.isDirty());
  return (
    <FormFrame
      {...frame}
      submitLabel={record ? t`Save` : t`Create profile fields`}
      look="main"
      onCancel={onCancel}
    >
      <FormSection>
        <FormInput form={form} name="name" definition={NAME} />
        <FormInput form={form} name="description" definition={DESCRIPTION} />
        <FormInput form={form} name="memberAccess" definition={ACCESS} />
      </FormSection>
      <FieldsSection draft={draft} fault={form.errors.schema as string | undefined} />
      {asked && <InvalidDataDialog {...asked} onAnswer={asked.answer} />}
    </FormFrame>
  );
}
