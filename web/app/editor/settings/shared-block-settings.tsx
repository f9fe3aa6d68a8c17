/** What several pages show: a row becomes a shared block, shows another one, or stops following it. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ifMatch } from '../../api/fetch.ts';
import { blocksGetOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { type BranchOut, blocksUpdate } from '../../api/generated/index.ts';
import { blocksKey } from '../../api/keys.ts';
import { CommittedField } from '../../fields/committed-field.tsx';
import { FieldInput } from '../../fields/inputs.tsx';
import type { BranchNode, PageState } from '../../page/types.ts';
import { Hint } from '../../ui/hint.tsx';
import { toast } from '../../ui/toast.ts';
import { useEditing } from '../context.tsx';
import { lendBlock } from '../inserting/add-block.ts';
import { putIn } from '../inserting/put-in.ts';
import type { Place } from '../places/places.ts';
import styles from './settings.module.css';
import { detachRow, shareRow } from './sharing.ts';

interface SharedBlockSettingsProps {
  page: PageState;
  place: Place;
}

export function SharedBlockSettings({ page, place: { node } }: SharedBlockSettingsProps): ReactNode {
  return node.type === 'row-branch' ? <Shown page={page} node={node} /> : <Making nodeId={node.id} />;
}

function Making({ nodeId }: { nodeId: string }): ReactNode {
  const { editor } = useEditing();
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!trimmed) return;
    editor.change(t`Create shared block “${trimmed}”`, [shareRow(nodeId, trimmed)]);
    editor.announce(t`Shared block “${trimmed}” made. Save the page to use it on others.`);
  };
  return (
    <form className={styles.making} onSubmit={onSubmit}>
      <TextInput
        label={t`Name`}
        description={t`A shared block can be used on several pages. Edit it once, and it changes everywhere.`}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={!trimmed}>
        {t`Create shared block`}
      </Button>
    </form>
  );
}

function Shown({ page, node }: { page: PageState; node: BranchNode }): ReactNode {
  const { editor } = useEditing();
  const { blockId } = node;
  const name = page.page.branches[blockId]?.name ?? t`missing`;
  // There is none while the page with which it was made is not saved.
  const { data: saved } = useQuery({ ...blocksGetOptions({ path: { id: blockId } }), retry: false });
  const showOther = async (id: unknown) => {
    if (typeof id !== 'string' || id === blockId || !(await lendBlock(editor, id))) return;
    putIn(editor, t`Show another block`, t`The other block is not shown.`, {
      nodeId: node.id,
      actions: [{ name: 'NODE_SET_BRANCH_BLOCK', nodeId: node.id, blockId: id }],
    });
  };
  const detach = () => {
    editor.change(t`Detach from block “${name}”`, [detachRow(page, node)]);
    editor.announce(t`This row now has its own copy.`);
  };
  return (
    <>
      {saved && (
        <>
          <FieldInput
            definition={{ type: 'reference', label: t`Shows`, to: 'blocks', required: true }}
            value={blockId}
            onChange={(id) => void showOther(id)}
          />
          <BlockName key={blockId} block={saved} name={name} />
        </>
      )}
      <Button onClick={detach}>{t`Detach: keep a copy here`}</Button>
      <Hint>
        {saved ? (
          <Trans>
            What you change in the block changes on every page that shows it. A copy changes on this page
            alone.
          </Trans>
        ) : (
          <Trans>Save the page to use the block on others: they find it in the palette.</Trans>
        )}
      </Hint>
    </>
  );
}

function BlockName({ block, name }: { block: BranchOut; name: string }): ReactNode {
  const { editor } = useEditing();
  const queryClient = useQueryClient();
  const rename = async (value: unknown) => {
    const next = String(value).trim();
    try {
      const { data } = await blocksUpdate({
        path: { id: block.id },
        headers: ifMatch(block.version),
        body: { name: next },
      });
      editor.renameBlock(block.id, data.name);
      editor.announce(t`Renamed to “${next}”`);
    } catch (error) {
      toast.error(error);
    }
    await queryClient.invalidateQueries({ queryKey: blocksKey });
  };
  return (
    <CommittedField
      definition={{ type: 'text', label: t`Name`, required: true, maxLength: 200 }}
      value={name}
      onCommit={(value) => void rename(value)}
    />
  );
}
