/** The form of a plugin's own fields: its own one, or the default. */
import { Input, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldFault } from '../../fields/check.ts';
import { FieldForm } from '../../fields/field-form.tsx';
import { RichTextInput } from '../../fields/richText/input.tsx';
import type { Fields, PluginEdit } from '../../plugins/contract.ts';
import { loadEdit } from '../../plugins/registry/editors.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { RichTextField } from '../../writing/rich-text-field.tsx';
import { siteWords } from '../canvas/plugin-parts.ts';
import styles from './settings.module.css';

interface PluginFormProps {
  pluginRef: string;
  fields: Fields;
  faults: readonly FieldFault[];
  onChange: (fields: Fields) => void;
}

export function PluginForm({ pluginRef, fields, faults, onChange }: PluginFormProps): ReactNode {
  // A plugin may leave its form to the default one.
  const { state, retry } = useLoaded<PluginEdit | undefined>(() => loadEdit(pluginRef));
  const manifest = manifests.get(pluginRef);
  if (state === 'loading') return <Loader size={24} />;
  if (state === 'failed') return <LoadFailure onRetry={retry} />;
  if (state.value) {
    const Own = state.value;
    return (
      <div className={styles.form}>
        <RichTextInput value={RichTextField}>
          <Own fields={fields} onChange={onChange} words={siteWords()} />
        </RichTextInput>
        {faults.map(({ path, detail }) => (
          <Input.Error key={path.join('.')} role="alert">
            {manifest?.fields[path[0] ?? '']?.label}: {detail}
          </Input.Error>
        ))}
      </div>
    );
  }
  return (
    manifest && (
      <RichTextInput value={RichTextField}>
        <FieldForm definitions={manifest.fields} values={fields} onChange={onChange} />
      </RichTextInput>
    )
  );
}
