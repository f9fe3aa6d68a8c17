/** A new template: its name, and what it begins with. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { createTemplate, type TemplateRecord } from '../../api/templates.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { addressOf } from '../define-entry.ts';
import type { FormProps } from '../define-resource.ts';
import type { Section } from '../form-fields.ts';
import { ResourceForm } from '../resource-form.tsx';
import entry from './entry.ts';
import { copyOf, type Start, startsOptions } from './starts.ts';

interface Values extends Record<string, unknown> {
  name: string;
  start: string;
}

function sectionsOf(starts: Start[]): Section<Values>[] {
  return [
    {
      fields: [
        { type: 'text', name: 'name', label: t`Name`, required: true, maxLength: 200 },
        {
          type: 'choice',
          name: 'start',
          label: t`Start with`,
          options: starts.map(({ value, label }) => ({ value, label })),
        },
      ],
    },
  ];
}

export function TemplateForm(props: FormProps<TemplateRecord>) {
  const query = useQuery(startsOptions());
  const navigate = useNavigate();
  return (
    <Loaded query={query}>
      {(starts) => (
        <ResourceForm<Values, TemplateRecord>
          {...props}
          sectionsOf={() => sectionsOf(starts)}
          valuesOf={() => ({ name: '', start: starts[0]?.value ?? '' })}
          submit={({ name, start }) => {
            const chosen = starts.find(({ value }) => value === start) ?? (starts[0] as Start);
            return createTemplate(name.trim(), copyOf(chosen.sources));
          }}
          onSaved={(template) => {
            props.onSaved(template);
            void navigate(addressOf(entry, template.id));
          }}
          submitLabel={t`Create template`}
        />
      )}
    </Loaded>
  );
}
