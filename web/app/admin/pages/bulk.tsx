/** What can be done with several pages at once. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Eye, FolderInput, LayoutTemplate, Menu, MenuSquare } from 'lucide-react';
import { useState } from 'react';
import { getPageOptions, type PageRecord } from '../../api/pages.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { ScopePicker } from '../../visibility/scope-picker.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import type { AskProps, BulkAction } from '../bulk-action.ts';
import {
  changePage,
  isHome,
  isProtected,
  movePage,
  outermost,
  returnPage,
  withAudience,
  withMenu,
} from './changing.ts';
import { useTemplateOptions } from './conditions.ts';

const countOf = (rows: unknown[]) => plural(rows.length, { one: '# page', other: '# pages' });

function AskParent({ rows, onAnswer, onCancel }: AskProps<PageRecord>) {
  const [id, setId] = useState('');
  const { data } = useQuery({ ...getPageOptions(id), enabled: id !== '' });
  const parent = data && !isHome(data) ? data : undefined;
  return (
    <AskDialog
      title={t`Move ${countOf(rows)}`}
      submitLabel={t`Move`}
      isReady={id === '' || data !== undefined}
      onSubmit={() => onAnswer(parent)}
      onCancel={onCancel}
    >
      <FieldInput
        definition={{
          type: 'page',
          label: t`Under page`,
          hint: t`Leave it empty for the top level. Pages below move too, and the old addresses redirect to the new ones.`,
        }}
        value={id}
        isFocusedFirst
        onChange={(next) => setId(typeof next === 'string' ? next : '')}
      />
    </AskDialog>
  );
}

function AskTemplate({ rows, onAnswer, onCancel }: AskProps<PageRecord>) {
  const options = useTemplateOptions();
  const [chosen, setChosen] = useState(rows[0]?.templateId ?? '');
  return (
    <AskDialog
      title={t`Change the template of ${countOf(rows)}`}
      submitLabel={t`Change template`}
      isReady={options.length > 0}
      onSubmit={() => onAnswer(chosen)}
      onCancel={onCancel}
    >
      <FieldInput
        definition={{ type: 'choice', label: t`Template`, options, required: true }}
        value={chosen}
        onChange={(next) => setChosen(String(next ?? ''))}
      />
    </AskDialog>
  );
}

function AskAudience({ rows, onAnswer, onCancel }: AskProps<PageRecord>) {
  const [names, setNames] = useState<string[]>(
    rows.length === 1 ? (rows[0]?.config.scopeWhitelist ?? []) : [],
  );
  return (
    <AskDialog
      title={t`Who sees ${countOf(rows)}`}
      submitLabel={t`Apply`}
      onSubmit={() => onAnswer(names)}
      onCancel={onCancel}
    >
      <ScopePicker
        label={t`Who sees them`}
        hint={t`Everyone else is asked to log in or sees “no access”.`}
        value={names}
        empty={{ label: t`Everyone`, description: t`Including visitors who are not logged in.` }}
        onChange={setNames}
      />
    </AskDialog>
  );
}

const isInMenu = ({ config }: PageRecord) => config.menu?.visible ?? false;
const ofConfig = (page: PageRecord, { config }: PageRecord) => changePage(page, { config });

export const PAGE_BULK_ACTIONS: BulkAction<PageRecord>[] = [
  {
    label: t`Move …`,
    icon: FolderInput,
    isFor: (page) => !isProtected(page),
    among: outermost,
    Ask: AskParent,
    run: (page, parent) => movePage(page, parent as PageRecord | undefined),
    undo: returnPage,
    done: (count) => plural(count, { one: '# page was moved.', other: '# pages were moved.' }),
  },
  {
    label: t`Change template …`,
    icon: LayoutTemplate,
    Ask: AskTemplate,
    run: (page, templateId) => changePage(page, { templateId: String(templateId) }),
    undo: (page, { templateId }) => changePage(page, { templateId }),
    done: (count) =>
      plural(count, {
        one: 'The template of # page was changed.',
        other: 'The template of # pages was changed.',
      }),
  },
  {
    label: t`Show in menus`,
    icon: Menu,
    isFor: (page) => !isInMenu(page),
    run: (page) => withMenu(page, true),
    undo: ofConfig,
    done: (count) =>
      plural(count, { one: '# page is now shown in menus.', other: '# pages are now shown in menus.' }),
  },
  {
    label: t`Hide from menus`,
    icon: MenuSquare,
    isFor: isInMenu,
    run: (page) => withMenu(page, false),
    undo: ofConfig,
    done: (count) =>
      plural(count, { one: '# page is now hidden from menus.', other: '# pages are now hidden from menus.' }),
  },
  {
    label: t`Set who sees them …`,
    icon: Eye,
    Ask: AskAudience,
    run: (page, names) => withAudience(page, names as string[]),
    undo: ofConfig,
    done: (count) => plural(count, { one: 'Who sees # page was set.', other: 'Who sees # pages was set.' }),
  },
];
