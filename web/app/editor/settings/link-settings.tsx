/** Where a click on the whole of a node leads. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { CommittedField } from '../../fields/committed-field.tsx';
import { FieldInput } from '../../fields/inputs.tsx';
import type { Action } from '../../page/actions/types.ts';
import { completeAddress } from '../../page/field-rules.ts';
import type { FieldLevel, NodeFields, PageState } from '../../page/types.ts';

const LINK = { type: 'address', label: t`Address`, hint: t`Make this whole block a link.` } as const;

interface LinkSettingsProps {
  page: PageState;
  nodeId: string;
  level: FieldLevel;
  isShared: boolean;
  fields: NodeFields;
  change: (action: Action) => void;
}

/** A page-wide link is an action of its own; what counts everywhere is a field of the node. */
export function LinkSettings({
  page,
  nodeId,
  level,
  isShared,
  fields,
  change,
}: LinkSettingsProps): ReactNode {
  const isEverywhere = isShared && level === 'site';
  const link = page.page.links[nodeId];
  const href = isEverywhere ? fields.href : link?.href;
  const isNewTab = isEverywhere ? fields.hrefTarget === '_blank' : (link?.targetBlank ?? false);
  const set = (address: string, targetBlank: boolean) => {
    const value = completeAddress(address) || null;
    change(
      isEverywhere
        ? { name: 'NODE_SET_HREF', nodeId, level, href: value, hrefTarget: targetBlank ? '_blank' : '' }
        : { name: 'LINK_SET', nodeId, href: value, targetBlank },
    );
  };
  return (
    <>
      <CommittedField
        definition={LINK}
        value={href ?? ''}
        onCommit={(value) => set(String(value), isNewTab)}
      />
      <FieldInput
        definition={{ type: 'switch', label: t`Open in a new tab` }}
        value={isNewTab}
        isReadOnly={!href}
        onChange={(isOn) => set(href ?? '', isOn === true)}
      />
    </>
  );
}
