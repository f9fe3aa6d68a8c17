/** A file of the library, and what a link to it says. */
import { t } from '@lingui/core/macro';
import { Button, Input, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '#words/use-formats.ts';
import { getFileOptions } from '../../api/files.ts';
import { isMissing } from '../../api/problem.ts';
import { KIND_WORDS, sizeInWords } from '../../media/kinds.ts';
import { Caution } from '../../ui/caution.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { type InputProps, textIn } from '../inputs.tsx';
import styles from '../pickers/file-drop.module.css';
import { FileDrop } from '../pickers/file-drop.tsx';

interface Value {
  file?: string;
  label?: string;
}

const valueIn = (value: unknown): Value => (typeof value === 'object' && value !== null ? value : {});

export default function FileField(props: InputProps<'file'>) {
  const { definition, onChange, error, isReadOnly, note, isLabelHidden } = props;
  const value = valueIn(props.value);
  const hint = note ?? definition.hint;
  return (
    <fieldset className={styles.field}>
      <legend className={isLabelHidden ? 'pw-visually-hidden' : undefined}>{definition.label}</legend>
      {hint && <Input.Description>{hint}</Input.Description>}
      <FileDrop
        isReadOnly={isReadOnly}
        onFile={({ id }) => onChange({ ...value, file: id }, true)}
        actions={
          value.file && (
            <Button
              size="xs"
              variant="subtle"
              leftSection={<X size={15} aria-hidden />}
              onClick={() => onChange(undefined, true)}
            >
              {t`Remove`}
            </Button>
          )
        }
      >
        {value.file && (
          <>
            <Chosen id={value.file} />
            <TextInput
              label={t`Text of the link`}
              description={t`Leave it empty for the name of the file.`}
              size="md"
              maxLength={200}
              readOnly={isReadOnly}
              value={textIn(value.label)}
              onChange={(event) => onChange({ ...value, label: event.currentTarget.value || undefined })}
            />
          </>
        )}
      </FileDrop>
      {error && <Input.Error>{error}</Input.Error>}
    </fieldset>
  );
}

function Chosen({ id }: { id: string }): ReactNode {
  const formats = useFormats();
  const { data: file, error } = useQuery(getFileOptions(id));
  if (error)
    return (
      <Caution>
        {isMissing(error) ? (
          t`This file was deleted. Choose another one.`
        ) : (
          <NotLoaded>{t`This file could not be loaded.`}</NotLoaded>
        )}
      </Caution>
    );
  if (!file) return null;
  const { icon: Icon, label } = KIND_WORDS[file.type];
  return (
    <div className={styles.chosen}>
      <Icon size={28} strokeWidth={1.5} aria-hidden />
      <p>
        {file.name}
        <br />
        <small>
          {label} · {sizeInWords(file.size, formats.number)}
        </small>
      </p>
    </div>
  );
}
