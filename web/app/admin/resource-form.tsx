/** A form drawn from its declaration, with the service's faults beside the fields they are about. */
import { useImperativeHandle } from 'react';
import { RichTextInput, type RichTextInputProps } from '../fields/richText/input.tsx';
import { FormFrame, FormSection } from '../ui/form-frame.tsx';
import { loadable } from '../ui/load-failure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { FormProps } from './define-resource.ts';
import { DrawnFields } from './drawn-fields.tsx';
import { type FormValues, type Section, validateFields } from './form-fields.ts';
import { useRecordForm } from './use-record-form.tsx';

interface ResourceFormProps<Values, Record> extends Omit<FormProps<Record>, 'onCancel'> {
  /** Left out where there is nowhere to go back to. */
  onCancel?: () => void;
  sectionsOf: (record: Record | undefined) => Section<Values>[];
  /** What the form shows of a record, and what it begins with for a new one. */
  valuesOf: (record: Record | undefined) => Values;
  /** Saves on the version of the record that it is given: the one that was opened, or one that was read since. */
  submit: (values: Values, record: Record | undefined) => Promise<Record>;
  /** Left out, there is nothing to send: the fields are only shown. */
  submitLabel?: string;
  /** The field for a path in the request: `meta.title` → `metaTitle`. */
  fieldOf?: (path: string) => string;
}

/** The editor of texts is loaded with the first form that has one. */
const LateRichText = loadable<RichTextInputProps>(
  async () => (await import('../writing/rich-text-field.tsx')).RichTextField,
  { Waiting: () => <Skeleton height="12rem" /> },
);

export function ResourceForm<Values extends FormValues, Record>({
  record: opened,
  sectionsOf,
  valuesOf,
  submit,
  submitLabel,
  fieldOf,
  onSaved,
  onCancel,
  isDirtyRef,
  refetch,
}: ResourceFormProps<Values, Record>) {
  const { form, frame, record } = useRecordForm<Values, Record>({
    record: opened,
    valuesOf,
    validate: (values, present) => validateFields(sectionsOf(present), values),
    submit,
    onSaved,
    fieldOf,
    refetch,
    fieldsOf: (present) => sectionsOf(present).flatMap((section) => section.fields),
  });
  useImperativeHandle(isDirtyRef, () => () => form.isDirty());
  return (
    <RichTextInput value={LateRichText}>
      <FormFrame {...frame} submitLabel={submitLabel} look="main" onCancel={onCancel}>
        {sectionsOf(record).map((section, index) => (
          <FormSection key={section.title ?? index} title={section.title} description={section.description}>
            <DrawnFields fields={section.fields} form={form} isReadOnly={!submitLabel} />
            {section.preview?.(form.values)}
          </FormSection>
        ))}
      </FormFrame>
    </RichTextInput>
  );
}
