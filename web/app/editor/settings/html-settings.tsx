/** How a node is written in HTML. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { CommittedField } from '../../fields/committed-field.tsx';
import { FieldInput } from '../../fields/inputs.tsx';
import type { Action } from '../../page/actions/types.ts';
import { isCssId, isIdentifier, TAG_NAMES } from '../../page/field-rules.ts';
import { toNames } from '../../page/node-fields.ts';
import type { FieldLevel, NodeFields } from '../../page/types.ts';

const ELEMENTS = [
  { value: '', label: t`Default` },
  ...TAG_NAMES.map((value) => ({ value, label: `<${value}>` })),
];

interface HtmlSettingsProps {
  nodeId: string;
  level: FieldLevel;
  fields: NodeFields;
  change: (action: Action) => void;
}

export function HtmlSettings({ nodeId, level, fields, change }: HtmlSettingsProps): ReactNode {
  return (
    <>
      <FieldInput
        definition={{ type: 'choice', label: t`Element`, options: ELEMENTS }}
        value={fields.tagName ?? ''}
        onChange={(value) =>
          change({ name: 'NODE_SET_TAG_NAME', nodeId, level, tagName: value ? String(value) : null })
        }
      />
      <CommittedField
        definition={{
          type: 'text',
          label: t`Ids`,
          hint: t`Names that links can jump to, separated by spaces.`,
        }}
        value={(fields.ids ?? []).join(' ')}
        faultOf={(typed) => faultOfNames(String(typed), isCssId)}
        onCommit={(value) => change({ name: 'NODE_SET_IDS', nodeId, level, ids: toNames(String(value)) })}
      />
      <CommittedField
        definition={{
          type: 'text',
          label: t`Classes`,
          hint: t`For the template’s styles, separated by spaces.`,
        }}
        value={(fields.classNames ?? []).join(' ')}
        faultOf={(typed) => faultOfNames(String(typed), isIdentifier)}
        onCommit={(value) =>
          change({ name: 'NODE_SET_CLASS_NAMES', nodeId, level, classNames: toNames(String(value)) })
        }
      />
    </>
  );
}

/** The fault of names separated by spaces, the first wrong one named. */
function faultOfNames(typed: string, isRight: (name: string) => boolean): string | undefined {
  const wrong = toNames(typed).find((name) => !isRight(name));
  return wrong && t`“${wrong}” cannot be used: use letters, digits, - and _, starting with a letter.`;
}
