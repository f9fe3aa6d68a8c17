/** A page's settings: the admin's form, and the editor's dialogs 'New page' and 'Page settings'. */
import { t } from '@lingui/core/macro';
import { createPage, type PageInput, type PageRecord, updatePage } from '../../api/pages.ts';
import { hasScope } from '../../session/claims.ts';
import { readClaims } from '../../session/session-store.ts';
import type { FormProps } from '../define-resource.ts';
import type { Section } from '../form-fields.ts';
import { ResourceForm } from '../resource-form.tsx';
import { fieldOf, inputOf, type PageValues, urlFollowing, valuesOf } from './page-values.ts';
import { sayRedirected } from './redirected.ts';
import { SearchPreview } from './search-preview.tsx';
import { SeenBy } from './seen-by.tsx';
import { SharePreview } from './share-preview.tsx';

/** A path of this site, or an absolute address. What exactly such an address is, the service decides. */
const CANONICAL = /^(?:https?:\/\/[^\s/\\][^\s\\]*|\/(?![/\\])[^\s\\]*)$/i;

const TRACKERS: Section<PageValues> = {
  title: t`Trackers`,
  fields: [
    {
      type: 'reference',
      name: 'trackers',
      label: t`Only on this page`,
      hint: t`Trackers that are not on all pages. Visitors are asked first, as for all others.`,
      to: 'trackers',
      many: true,
      maxItems: 20,
    },
  ],
};

/** Addresses follow the title only on new pages: changing that of an old one breaks the links to it. */
function sectionsOf(page: PageRecord | undefined): Section<PageValues>[] {
  return [
    {
      fields: [
        {
          type: 'text',
          name: 'title',
          label: t`Title`,
          required: true,
          maxLength: 200,
          alsoSets: page ? undefined : urlFollowing,
        },
        {
          type: 'text',
          name: 'url',
          label: t`Address`,
          hint: t`The part after the site’s name, such as /about or /services/printing.`,
          placeholder: '/',
          required: true,
        },
        {
          type: 'switch',
          name: 'movesBelow',
          label: t`Move the pages below it too`,
          hint: t`Visitors of the old addresses are sent to the new ones.`,
          isShown: ({ url }) => page !== undefined && url.trim() !== page.url,
        },
      ],
    },
    {
      title: t`Menu`,
      fields: [
        { type: 'switch', name: 'inMenu', label: t`Show in the menu` },
        {
          type: 'text',
          name: 'menuLabel',
          label: t`Label`,
          hint: t`Leave it empty to show the title.`,
          maxLength: 200,
          isShown: (values) => values.inMenu,
        },
        {
          type: 'number',
          name: 'menuOrder',
          label: t`Position`,
          hint: t`Lower numbers come first; pages without one follow, the oldest first.`,
          isShown: (values) => values.inMenu,
        },
      ],
    },
    {
      title: t`Look`,
      fields: [
        {
          type: 'reference',
          name: 'templateId',
          label: t`Template`,
          hint: page
            ? t`Its colours and fonts.`
            : t`Its colours and fonts. Leave it empty for the site’s default.`,
          to: 'templates',
          required: page !== undefined,
        },
        {
          type: 'reference',
          name: 'layoutId',
          label: t`Layout`,
          hint: page
            ? t`Header, footer and columns. The page’s content moves with it; content without a matching column is kept in case you switch back.`
            : t`Its header, footer and columns. Leave it empty for the site’s default.`,
          to: 'layouts',
          required: page !== undefined,
        },
      ],
    },
    {
      title: t`Visibility`,
      fields: [
        {
          type: 'drawn',
          name: 'seenBy',
          label: t`Who sees this page`,
          hint: t`Everyone else is asked to log in or sees “no access”, and the page is hidden from menus. Editors and administrators always see it.`,
          draw: (props) => <SeenBy {...props} />,
        },
      ],
    },
    {
      title: t`Search engines`,
      fields: [
        {
          type: 'text',
          name: 'metaTitle',
          label: t`Title in results`,
          hint: t`Leave it empty to use the page’s title. About 60 characters are shown.`,
          maxLength: 300,
        },
        {
          type: 'text',
          multiline: true,
          name: 'metaDescription',
          label: t`Description`,
          hint: t`One or two sentences. About 155 characters are shown.`,
          maxLength: 1000,
        },
        { type: 'switch', name: 'noIndex', label: t`Keep out of search engines` },
        {
          type: 'text',
          mode: 'url',
          name: 'canonical',
          label: t`Canonical address`,
          hint: t`Only if the same content is elsewhere too: the address that search engines should list instead of this one.`,
          placeholder: t`This page`,
          maxLength: 2048,
          pattern: CANONICAL,
          patternHint: t`Enter a path such as /about, or an address that begins with https://.`,
        },
        {
          type: 'reference',
          name: 'linkedData',
          label: t`Linked data`,
          hint: t`Structured data (JSON-LD) of this page, in this order. Edit it under “Linked data”.`,
          to: 'linkedData',
          many: true,
          ordered: true,
          maxItems: 20,
        },
      ],
      preview: (values) => <SearchPreview values={values} page={page} />,
    },
    {
      title: t`When shared`,
      description: t`How the page looks in messages and on social networks.`,
      fields: [
        {
          type: 'image',
          ofLibrary: true,
          name: 'shareImage',
          label: t`Image when shared`,
          hint: t`Leave it empty to use the first image on the page. Drawings (SVG) are not shown elsewhere.`,
        },
        {
          type: 'text',
          name: 'shareTitle',
          label: t`Title when shared`,
          hint: t`Leave it empty to use the title in results.`,
          maxLength: 300,
        },
        {
          type: 'text',
          multiline: true,
          name: 'shareDescription',
          label: t`Description when shared`,
          hint: t`Leave it empty to use the description for search engines.`,
          maxLength: 1000,
        },
      ],
      preview: (values) => <SharePreview values={values} page={page} />,
    },
    ...(hasScope(readClaims(), ['admin']) ? [TRACKERS] : []),
  ];
}

async function change(record: PageRecord, input: PageInput, moveDescendants: boolean): Promise<PageRecord> {
  const page = await updatePage(record, { ...input, moveDescendants });
  if (page.url !== record.url) sayRedirected(record.url, page);
  return page;
}

export function PageForm(props: FormProps<PageRecord>) {
  return (
    <ResourceForm<PageValues, PageRecord>
      {...props}
      sectionsOf={sectionsOf}
      valuesOf={valuesOf}
      submit={(values, record) => {
        const input = inputOf(values, record);
        return record ? change(record, input, values.movesBelow) : createPage(input);
      }}
      submitLabel={props.record ? t`Save` : t`Create page`}
      fieldOf={fieldOf}
    />
  );
}
