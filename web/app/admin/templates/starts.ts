/** What a new template begins with: one that comes along, or a copy of another. */
import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { templatesListStarting } from '../../api/generated/index.ts';
import { readTemplates, type TemplateRecord, type TemplateStart, templatesKey } from '../../api/templates.ts';
import { hasScope } from '../../session/claims.ts';
import { readClaims } from '../../session/session-store.ts';
import { withSources } from './sources.ts';

export interface Start {
  value: string;
  label: string;
  sources: TemplateStart;
}

/** What runs in every visitor's browser is for super alone. */
export const mayWriteScripts = () => hasScope(readClaims(), ['super']);

/** The sources of a copy: what was plain CSS becomes SCSS, and a script goes along where one may be written. */
export function copyOf(template: TemplateRecord | TemplateStart): TemplateStart {
  const sources = 'inlineCSS' in template ? { ...template, ...withSources(template) } : template;
  const { sharedSCSS, inlineSCSS, externalSCSS, js, fonts } = sources;
  return { sharedSCSS, inlineSCSS, externalSCSS, js: mayWriteScripts() ? js : '', fonts };
}

export const startsOptions = () =>
  queryOptions({
    queryKey: [...templatesKey, 'starts'],
    queryFn: async ({ signal }): Promise<Start[]> => {
      const [starting, templates] = await Promise.all([
        templatesListStarting({ signal }).then(({ data }) => data.results),
        readTemplates(signal),
      ]);
      return [
        ...starting.map((start) => ({ value: `start ${start.name}`, label: start.name, sources: start })),
        ...templates.map((template) => ({
          value: template.id,
          label: t`Copy of “${template.name}”`,
          sources: copyOf(template),
        })),
        {
          value: 'empty',
          label: t`Empty`,
          sources: { sharedSCSS: '', inlineSCSS: '', externalSCSS: '', js: '', fonts: [] },
        },
      ];
    },
  });
