/** A new post: a page with a blog post on it, opened in the editor. */
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Category } from '../../api/blog.ts';
import { layoutsListOptions, templatesListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { siteOptions } from '../../api/site.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { addressFrom } from '../pages/page-address.ts';
import { createPost } from './create-post.ts';

const MOST = 100;
const query = { limit: MOST, sort: 'name' } as const;

const CATEGORY = { type: 'category', of: 'blog.categories', label: t`Category` } as const;

interface NewPostProps {
  categories: readonly Category[];
  /** The one in view; of all posts it is the first that a page lists, for a post in none is in no list. */
  category: Category | undefined;
  onClose: () => void;
  /** Left out, the browser goes to the new page, to write it. */
  onMade?: (url: string) => void;
}

export function NewPost({
  categories,
  category = categories.find(({ pages }) => pages.length > 0),
  onClose,
  onMade = (url) => window.location.assign(`${url}#edit`),
}: NewPostProps) {
  const layouts = useQuery(layoutsListOptions({ query }));
  const templates = useQuery(templatesListOptions({ query }));
  const queryClient = useQueryClient();
  const [isOwnAddress, setOwnAddress] = useState(false);
  const pageOf = (id: string) => categories.find((one) => one.id === id)?.pages[0];
  const { form, frame } = useProblemForm({
    initialValues: { title: '', url: '', categoryId: category?.id ?? '', layoutId: '', templateId: '' },
    validate: {
      title: (title: string) => (title.trim() ? null : t`Enter a title.`),
      url: (url: string) => (url.trim() ? null : t`Enter an address.`),
    },
    submit: async (post) =>
      createPost(post, (await queryClient.ensureQueryData(siteOptions())).language ?? 'en'),
    onSaved: onMade,
  });
  /** Its page stands below the one that lists it, until somebody types another address. */
  const set = (changed: { title?: string; categoryId?: string }) => {
    const { title, categoryId } = { ...form.values, ...changed };
    const name = addressFrom(title);
    const above = pageOf(categoryId)?.url.replace(/\/$/, '') ?? '';
    form.setValues({ ...changed, ...(!isOwnAddress && { url: name && above + name }) });
  };
  const choice = (label: string, known: { results: { id: string; name: string }[] } | undefined) => ({
    type: 'choice' as const,
    label,
    options: [
      { value: '', label: t`The site’s default` },
      ...(known?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ],
  });
  return (
    <Dialog opened onClose={onClose} title={t`New post`} persistent>
      <FormFrame {...frame} submitLabel={t`Create and open`} look="main" onCancel={onClose}>
        <FieldInput
          definition={{ type: 'text', label: t`Title`, required: true, maxLength: 200 }}
          value={form.values.title}
          error={form.errors.title}
          onChange={(title) => set({ title: String(title ?? '') })}
        />
        {categories.length > 0 && (
          <FieldInput
            definition={CATEGORY}
            value={form.values.categoryId || undefined}
            onChange={(id) => set({ categoryId: String(id ?? '') })}
          />
        )}
        <FieldInput
          definition={{ type: 'text', label: t`Address`, required: true, placeholder: '/' }}
          value={form.values.url}
          error={form.errors.url}
          onChange={(url) => {
            setOwnAddress(true);
            form.setFieldValue('url', String(url ?? ''));
          }}
        />
        <FieldInput
          definition={choice(t`Layout`, layouts.data)}
          value={form.values.layoutId}
          error={form.errors.layoutId}
          onChange={(id) => form.setFieldValue('layoutId', String(id ?? ''))}
        />
        <FieldInput
          definition={choice(t`Template`, templates.data)}
          value={form.values.templateId}
          error={form.errors.templateId}
          onChange={(id) => form.setFieldValue('templateId', String(id ?? ''))}
        />
      </FormFrame>
    </Dialog>
  );
}
