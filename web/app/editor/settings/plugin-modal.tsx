/** A plugin's settings. What is changed here becomes one step when it is confirmed, and nothing when it is not. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Input, Loader } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { type FieldFault, faultsOf } from '../../fields/check.ts';
import { FieldForm } from '../../fields/field-form.tsx';
import { RichTextInput } from '../../fields/richText/input.tsx';
import { changedFields } from '../../page/actions/plugin-update.ts';
import type { Action } from '../../page/actions/types.ts';
import type { PluginInstance } from '../../page/types.ts';
import type { Fields, PluginEdit } from '../../plugins/contract.ts';
import { loadEdit } from '../../plugins/registry/editors.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useEditing, useEditorState } from '../context.tsx';
import { inSentence, pluginName, sharedNotice } from '../places/names.ts';
import { placeOf } from '../places/places.ts';
import { RichTextField } from './rich-text-field.tsx';
import styles from './settings.module.css';

export function PluginModal(): ReactNode {
  const page = useEditorState((state) => state.page);
  const mode = useEditorState((state) => state.mode);
  const place = mode.name === 'editPluginMeta' ? page && placeOf(page.page, mode.nodeId) : undefined;
  const plugin = place?.node.type === 'plugin' ? page?.plugins[place.node.pluginId] : undefined;
  if (!plugin || !place) return null;
  return <Modal key={plugin.id} plugin={plugin} nodeId={place.node.id} notice={sharedNotice(place)} />;
}

interface ModalProps {
  plugin: PluginInstance;
  nodeId: string;
  notice: string | undefined;
}

function Modal({ plugin, nodeId, notice }: ModalProps): ReactNode {
  const { editor, focusNode } = useEditing();
  // What somebody else changes while this is open is theirs: only what is changed here is sent, with what it was made on.
  const [start] = useState({ fields: plugin.fields, version: editor.get().base?.version });
  const [fields, setFields] = useState<Fields>(plugin.fields);
  const manifest = manifests.get(plugin.ref);
  const name = pluginName(plugin.ref);
  const changed = changedFields(start.fields, fields);
  const faults = manifest ? faultsOf(manifest.fields, changed) : [];
  const close = () => {
    editor.setMode({ name: 'edit' });
    focusNode(nodeId);
  };
  const confirm = () => {
    if (Object.keys(changed).length > 0) {
      const action: Action = { name: 'PLUGIN_UPDATE', pluginId: plugin.id, fields: changed };
      editor.change(t`Change ${inSentence(name)}`, [action], { version: start.version });
    }
    close();
  };
  return (
    <Dialog
      opened
      persistent
      title={name}
      size={manifest?.modal.width ?? 640}
      onClose={close}
      footer={
        manifest ? (
          <>
            <Button onClick={close}>{t`Cancel`}</Button>
            <Button variant="filled" disabled={faults.length > 0} onClick={confirm}>
              {t`Apply`}
            </Button>
          </>
        ) : (
          <Button onClick={close}>{t`Close`}</Button>
        )
      }
    >
      {notice && <p className={styles.notice}>{notice}</p>}
      {manifest ? (
        <Body plugin={plugin} fields={fields} faults={faults} onChange={setFields} />
      ) : (
        <p>
          <Trans>
            There is no plugin “{plugin.ref}” on this site. Its settings are kept as they are; it can be
            moved, duplicated and removed.
          </Trans>
        </p>
      )}
    </Dialog>
  );
}

interface BodyProps {
  plugin: PluginInstance;
  fields: Fields;
  faults: readonly FieldFault[];
  onChange: (fields: Fields) => void;
}

function Body({ plugin, fields, faults, onChange }: BodyProps): ReactNode {
  const own = useOwnForm(plugin.ref);
  const manifest = manifests.get(plugin.ref);
  if (own === 'loading') return <Loader size={24} />;
  if (own) {
    const Own = own.form;
    return (
      <div className={styles.form}>
        <RichTextInput value={RichTextField}>
          <Own fields={fields} onChange={onChange} />
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

/** The plugin's own settings form; undefined where it leaves that to the default one. */
function useOwnForm(ref: string): { form: PluginEdit } | 'loading' | undefined {
  const [form, setForm] = useState<{ form: PluginEdit } | 'loading' | undefined>('loading');
  useEffect(() => {
    let isCurrent = true;
    void Promise.resolve(loadEdit(ref)).then((loaded) => {
      if (isCurrent) setForm(loaded && { form: loaded });
    });
    return () => {
      isCurrent = false;
    };
  }, [ref]);
  return form;
}
