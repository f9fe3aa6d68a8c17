/** Who sees what is in a folder, as its dialogs ask for it. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allFoldersOptions } from '../api/files.ts';
import { asLabel } from '../visibility/names.ts';
import { ScopePicker } from '../visibility/scope-picker.tsx';
import { restrictionsAbove } from './addresses.ts';

interface FolderAudienceProps {
  /** The path of the folder, or of one that is to be there. */
  name: string;
  value: string[];
  onChange: (scopeWhitelist: string[]) => void;
}

export function FolderAudience({ name, value, onChange }: FolderAudienceProps): ReactNode {
  return (
    <ScopePicker
      label={t`Who can see its content`}
      hint={<Above name={name} />}
      value={value}
      onChange={onChange}
      empty={{ label: t`Everyone`, description: t`Except files with a restriction of their own` }}
    />
  );
}

/** Editors see everything; what the folders above say counts as well. */
function Above({ name }: { name: string }): ReactNode {
  const { data = [] } = useQuery(allFoldersOptions());
  const above = restrictionsAbove(name, data);
  const editors = t`Applies to all files and folders in it. Editors see them all.`;
  if (above.length === 0) return editors;
  const said = above
    .map(({ label, scopes }) => t`“${label}” is only for ${asLabel(scopes, true)}`)
    .join('; ');
  return `${editors} ${t`The folders above apply, too: ${said}.`}`;
}
