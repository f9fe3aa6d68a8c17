/** A plugin's own fields in the settings: here, or in a dialog where their form needs the width. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { SquarePen } from 'lucide-react';
import type { ReactNode } from 'react';
import { CommittedField } from '../../fields/committed-field.tsx';
import { FieldInput, isOffered } from '../../fields/inputs.tsx';
import type { FieldDefinition } from '../../fields/types.ts';
import type { PageState } from '../../page/types.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { inSentence } from '../../words/in-sentence.ts';
import { useEditing } from '../context.tsx';
import { pluginName } from '../places/names.ts';
import type { Place } from '../places/places.ts';
import { isFormWide } from './form-width.ts';
import styles from './settings.module.css';

export function PluginSettings({ page, place }: { page: PageState; place: Place }): ReactNode {
  const { editor } = useEditing();
  const plugin = place.node.type === 'plugin' ? page.plugins[place.node.pluginId] : undefined;
  if (!plugin) return null;
  const manifest = manifests.get(plugin.ref);
  const name = pluginName(plugin.ref);
  const offered = Object.entries(manifest?.fields ?? {}).filter(([, definition]) => isOffered(definition));
  // What is typed in the page itself and nothing else has no settings of its own.
  if (manifest && offered.length === 0) return null;
  if (!manifest || isFormWide(plugin.ref)) {
    return (
      <section className={styles.section} aria-label={name} data-own>
        <h3>{name}</h3>
        <Button
          variant="filled"
          leftSection={<SquarePen size={15} aria-hidden />}
          onClick={() => editor.setMode({ name: 'editPluginMeta', nodeId: place.node.id })}
        >
          {manifest ? t`Edit ${inSentence(name)}` : t`About this plugin`}
        </Button>
      </section>
    );
  }
  const set = (field: string, value: unknown) =>
    editor.change(t`Change ${inSentence(name)}`, [
      { name: 'PLUGIN_UPDATE', pluginId: plugin.id, fields: { [field]: value ?? null } },
    ]);
  return (
    <section className={styles.section} aria-label={name} data-own>
      <h3>{name}</h3>
      {offered.map(([field, definition]) => (
        <OwnField
          key={field}
          definition={definition}
          value={plugin.fields[field]}
          onCommit={(value) => set(field, value)}
        />
      ))}
    </section>
  );
}

interface OwnFieldProps {
  definition: FieldDefinition;
  value: unknown;
  onCommit: (value: unknown) => void;
}

/** What is chosen counts at once; what is typed, when it is done. */
function OwnField({ definition, value, onCommit }: OwnFieldProps): ReactNode {
  const isChosen = definition.type === 'choice' || definition.type === 'switch';
  return isChosen ? (
    <FieldInput definition={definition} value={value} onChange={onCommit} />
  ) : (
    <CommittedField definition={definition} value={value} onCommit={onCommit} />
  );
}
