import { t } from '@lingui/core/macro';
import { PencilLine, Trash2 } from 'lucide-react';
import { pagesKey } from '../../api/pages.ts';
import {
  createTemplate,
  deleteTemplate,
  getTemplateOptions,
  listTemplatesOptions,
  type TemplateRecord,
  templatesKey,
} from '../../api/templates.ts';
import { changedColumn, nameColumn, usedOnColumn } from '../columns.tsx';
import { defineResource, type MenuAction } from '../define-resource.ts';
import { duplicating } from '../duplicating.ts';
import { UserName } from '../user-name.tsx';
import entry from './entry.ts';
import { copyOf } from './starts.ts';
import { askForName, sayInUse, TemplateDialogs } from './template-dialogs.tsx';
import { TemplateForm } from './template-form.tsx';
import { TemplateScreen } from './template-screen.tsx';

const isUsed = ({ isDefault, pageCount }: TemplateRecord) => isDefault || pageCount > 0;

function menuActions(template: TemplateRecord): MenuAction[] {
  const actions: MenuAction[] = [
    {
      label: t`Rename`,
      icon: PencilLine,
      onSelect: (refresh) => askForName(template, () => void refresh()),
    },
    duplicating<TemplateRecord>({
      name: template.name,
      make: (called) => createTemplate(called, copyOf(template)),
      remove: deleteTemplate,
    }),
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
    nameColumn(),
    usedOnColumn('template'),
    changedColumn(),
    {
      key: 'updatedBy',
      header: t`Changed by`,
      width: '20%',
      cell: ({ updatedBy }) => <UserName userId={updatedBy} />,
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
