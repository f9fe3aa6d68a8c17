/** The form of a plugin's own fields in a dialog, for forms that need the width. What is changed here becomes one step when it is confirmed, and nothing when it is not. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { faultsOf } from '../../fields/check.ts';
import { changedFields } from '../../page/actions/plugin-update.ts';
import type { Action } from '../../page/actions/types.ts';
import type { Id, PluginInstance } from '../../page/types.ts';
import type { Fields } from '../../plugins/contract.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useCloseAsking } from '../../ui/use-close-asking.ts';
import { inSentence } from '../../words/in-sentence.ts';
import { PlaceBeyondForm } from '../../writing/pasted-images/place.ts';
import { useEditing, useEditorState } from '../context.tsx';
import { pluginName, sharedNotice } from '../places/names.ts';
import { placeOf } from '../places/places.ts';
import { placeInPlugin } from '../text/pasted-place.ts';
import { PluginForm } from './plugin-form.tsx';
import styles from './settings.module.css';

export function PluginModal(): ReactNode {
  const mode = useEditorState((state) => state.mode);
  return mode.name === 'editPluginMeta' ? <Opened key={mode.nodeId} nodeId={mode.nodeId} /> : null;
}

function Opened({ nodeId }: { nodeId: Id }): ReactNode {
  const page = useEditorState((state) => state.page);
  const place = page && placeOf(page.page, nodeId);
  const plugin = place?.node.type === 'plugin' ? page?.plugins[place.node.pluginId] : undefined;
  // Somebody else may remove it meanwhile: what is typed must not go with it.
  const [begun] = useState(plugin);
  if (!begun) return null;
  const isRemoved = plugin?.id !== begun.id;
  return <Modal plugin={begun} nodeId={nodeId} notice={place && sharedNotice(place)} isRemoved={isRemoved} />;
}

interface ModalProps {
  /** As it was when the form began. */
  plugin: PluginInstance;
  nodeId: Id;
  notice: string | undefined;
  /** Whether it is no longer on the page. */
  isRemoved: boolean;
}

function Modal({ plugin, nodeId, notice, isRemoved }: ModalProps): ReactNode {
  const { editor, focusNode } = useEditing();
  // What somebody else changes while this is open is theirs: only what is changed here is sent, with what it was made on.
  const [version] = useState(editor.get().base?.version);
  const [fields, setFields] = useState<Fields>(plugin.fields);
  const [beyond] = useState(() => placeInPlugin(editor, plugin.id));
  const manifest = manifests.get(plugin.ref);
  const name = pluginName(plugin.ref);
  const changed = changedFields(plugin.fields, fields);
  const faults = manifest ? faultsOf(manifest.fields, changed) : [];
  const close = () => {
    editor.setMode({ name: 'edit' });
    focusNode(nodeId);
  };
  const isChanged = Object.keys(changed).length > 0;
  const closeAsking = useCloseAsking(() => isChanged, close);
  const confirm = () => {
    if (isChanged) {
      const action: Action = { name: 'PLUGIN_UPDATE', pluginId: plugin.id, fields: changed };
      editor.change(t`Change ${inSentence(name)}`, [action], { version });
    }
    close();
  };
  return (
    <Dialog
      opened
      persistent
      title={name}
      size={manifest?.modal.width ?? 640}
      onClose={closeAsking}
      footer={
        manifest ? (
          <>
            {isRemoved && (
              <div className={styles.removed} role="alert">
                <Notice tone="warning">
                  {t`Somebody else has removed this from the page. Copy what you still need before you close this.`}
                </Notice>
              </div>
            )}
            <Button onClick={closeAsking}>{t`Cancel`}</Button>
            <Button variant="filled" disabled={isRemoved || faults.length > 0} onClick={confirm}>
              {t`Apply`}
            </Button>
          </>
        ) : (
          <Button onClick={close}>{t`Close`}</Button>
        )
      }
    >
      {notice && <Notice tone="warning">{notice}</Notice>}
      {manifest ? (
        <PlaceBeyondForm value={beyond}>
          <PluginForm pluginRef={plugin.ref} fields={fields} faults={faults} onChange={setFields} />
        </PlaceBeyondForm>
      ) : (
        <p>
          <Trans>
            There is no plugin “{plugin.ref}” on this site. Its settings are unchanged; it can be moved,
            duplicated and removed.
          </Trans>
        </p>
      )}
    </Dialog>
  );
}
