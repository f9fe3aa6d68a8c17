import { t } from '@lingui/core/macro';
import {
  mailingListsGetOptions,
  mailingListsListOptions,
} from '../../api/generated/@tanstack/react-query.gen.ts';
import {
  type MailingListOut,
  mailingListsCreate,
  mailingListsDelete,
  mailingListsUpdate,
} from '../../api/generated/index.ts';
import { changedColumn, nameColumn } from '../columns.tsx';
import { definePlainResource } from '../define-plain-resource.ts';
import { keyFrom } from '../key-from.ts';
import { optionsOf } from '../options-of.ts';
import entry from './entry.ts';
import { KeyNotice } from './key-notice.tsx';
import { PROVIDERS } from './words.ts';

export default definePlainResource<MailingListOut>({
  ...entry,
  api: {
    tag: 'mailing_lists',
    list: mailingListsListOptions,
    get: mailingListsGetOptions,
    create: mailingListsCreate,
    update: mailingListsUpdate,
    delete: mailingListsDelete,
  },
  columns: [
    nameColumn(),
    { key: 'key', header: t`Key`, isSortable: true, width: '24%' },
    { key: 'provider', header: t`Managed by`, width: '24%', cell: ({ provider }) => PROVIDERS[provider] },
    changedColumn(),
  ],
  defaultSort: 'name',
  nothing: {
    title: t`No mailing lists yet`,
    detail: t`The list “Newsletter” is created with the first sign-up. Create others here.`,
  },
  nameOf: ({ name }) => name,
  Head: KeyNotice,
  sectionsOf: (list) => [
    {
      fields: [
        {
          type: 'text',
          name: 'name',
          label: t`Name`,
          hint: t`Shown to subscribers.`,
          required: true,
          maxLength: 200,
          // The key of a new one follows its name until it is one of its own.
          alsoSets: (name, { key, name: before }) =>
            !list && key === keyFrom(String(before)) ? { key: keyFrom(name) } : {},
        },
        {
          type: 'text',
          name: 'key',
          label: t`Key`,
          hint: t`The name that the API uses for it.`,
          mode: 'code',
          required: true,
          maxLength: 100,
          pattern: /^[A-Za-z][A-Za-z0-9_.-]*$/,
          patternHint: t`Letters, digits, _, . and -, starting with a letter.`,
        },
        {
          type: 'choice',
          name: 'provider',
          label: t`Managed by`,
          hint: t`A provider sends the confirmation emails and your newsletters.`,
          options: optionsOf(PROVIDERS),
          default: 'site',
          required: true,
        },
        {
          type: 'text',
          name: 'externalId',
          label: t`ID at the provider`,
          hint: t`Mailchimp: the audience ID. Campaign Monitor: the list ID. For confirmed opt-in there, switch it on in the list’s settings.`,
          mode: 'code',
          maxLength: 100,
          isShown: ({ provider }) => provider !== undefined && provider !== 'site',
        },
      ],
    },
  ],
});
