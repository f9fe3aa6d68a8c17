/** The form of a plugin's own fields in a dialog, for forms that need the width. What is changed here becomes one step when it is confirmed, and nothing when it is not. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { faultsOf } from '../../fields/check.ts';
import { changedFields } from '../../page/actions/plugin-update.ts';
import type { Action } from '../../page/actions/types.ts';
import type { PluginInstance } from '../../page/types.ts';
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
  const [beyond] = useState(() => placeInPlugin(editor, plugin.id));
  const manifest = manifests.get(plugin.ref);
  const name = pluginName(plugin.ref);
  const changed = changedFields(start.fields, fields);
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
      onClose={closeAsking}
      footer={
        manifest ? (
          <>
            <Button onClick={closeAsking}>{t`Cancel`}</Button>
            <Button variant="filled" disabled={faults.length > 0} onClick={confirm}>
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
