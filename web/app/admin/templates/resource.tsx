import { t } from '@lingui/core/macro';
import { Copy, PencilLine, Trash2 } from 'lucide-react';
import { pagesKey } from '../../api/pages.ts';
import {
  deleteTemplate,
  getTemplateOptions,
  listTemplatesOptions,
  type TemplateRecord,
  templatesKey,
} from '../../api/templates.ts';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { defineResource, type MenuAction } from '../define-resource.ts';
import { UsedOn } from '../used-on.tsx';
import entry from './entry.ts';
import { duplicate } from './starts.ts';
import { askForName, sayInUse, TemplateDialogs } from './template-dialogs.tsx';
import { TemplateForm } from './template-form.tsx';
import { TemplateScreen } from './template-screen.tsx';
import { Who } from './who.tsx';

const isUsed = ({ isDefault, pageCount }: TemplateRecord) => isDefault || pageCount > 0;

async function duplicateOne(template: TemplateRecord, refresh: () => Promise<void>): Promise<void> {
  try {
    const made = await duplicate(template);
    await refresh();
    toast.undo(t`“${made.name}” was created.`, {
      onUndo: () => void deleteTemplate(made).then(refresh, toast.error),
    });
  } catch (error) {
    toast.error(error);
  }
}

function menuActions(template: TemplateRecord): MenuAction[] {
  const actions: MenuAction[] = [
    {
      label: t`Rename`,
      icon: PencilLine,
      onSelect: (refresh) => askForName(template, () => void refresh()),
    },
    { label: t`Duplicate`, icon: Copy, onSelect: (refresh) => void duplicateOne(template, refresh) },
  ];
  // In the place of deleting: why not, and where it is used.
  if (isUsed(template))
    actions.push({
      label: t`Delete`,
      icon: Trash2,
      isDangerous: true,
      onSelect: () => sayInUse(template),
    });
  return actions;
}

export default defineResource<TemplateRecord>({
  ...entry,
  columns: [
    {
      key: 'name',
      header: t`Name`,
      isSortable: true,
      cell: ({ name, isDefault }) => (
        <>
          {name} {isDefault && <Badge>{t`For new pages`}</Badge>}
        </>
      ),
      text: ({ name }) => name,
    },
    {
      key: 'pageCount',
      header: t`Used on`,
      width: '8rem',
      cell: ({ id, pageCount }) => <UsedOn pageCount={pageCount} filter={`template=${id}`} />,
      text: ({ pageCount }) => pageCount,
    },
    {
      key: 'updatedAt',
      header: t`Changed`,
      isSortable: true,
      width: '10rem',
      cell: ({ updatedAt }) => <RelativeTime moment={updatedAt} />,
      text: ({ updatedAt }) => updatedAt,
    },
    {
      key: 'updatedBy',
      header: t`By`,
      width: '20%',
      cell: ({ updatedBy }) => <Who userId={updatedBy} />,
      text: ({ updatedBy }) => updatedBy ?? '',
    },
  ],
  defaultSort: 'name',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  list: (params) => listTemplatesOptions(params),
  get: getTemplateOptions,
  remove: deleteTemplate,
  canRemove: (template) => !isUsed(template),
  menuActions,
  Head: TemplateDialogs,
  Form: TemplateForm,
  Screen: TemplateScreen,
  invalidates: [templatesKey, pagesKey],
});
