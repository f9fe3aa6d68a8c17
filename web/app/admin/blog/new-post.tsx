/** A new post: a page with a blog post on it, opened in the editor. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Category } from '../../api/blog.ts';
import { layoutsListOptions, templatesListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { addressFrom } from '../pages/page-address.ts';
import { createPost } from './create-post.ts';

const MOST = 100;
const query = { limit: MOST, sort: 'name' } as const;

interface NewPostProps {
  /** The category that it is in, besides; undefined leaves that to where its page stands. */
  category: Category | undefined;
  onClose: () => void;
  /** Left out, the browser goes to the new page. */
  onMade?: (url: string) => void;
}

export function NewPost({ category, onClose, onMade = (url) => window.location.assign(url) }: NewPostProps) {
  const layouts = useQuery(layoutsListOptions({ query }));
  const templates = useQuery(templatesListOptions({ query }));
  const [isOwnAddress, setOwnAddress] = useState(false);
  const above = category?.pages[0]?.url.replace(/\/$/, '') ?? '';
  const { form, frame } = useProblemForm({
    initialValues: { title: '', url: '', layoutId: '', templateId: '' },
    validate: {
      title: (title: string) => (title.trim() ? null : t`Enter a title.`),
      url: (url: string) => (url.trim() ? null : t`Enter an address.`),
    },
    submit: (values) => createPost({ ...values, categoryId: category?.id }),
    onSaved: onMade,
  });
  const setTitle = (title: string) =>
    form.setValues({
      title,
      ...(!isOwnAddress && { url: addressFrom(title) && above + addressFrom(title) }),
    });
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
      <FormFrame
        {...frame}
        submitLabel={t`Create and open`}
        look="main"
        onCancel={onClose}
        intro={category && <Notice>{t`The post will be in “${category.name}”.`}</Notice>}
      >
        <FieldInput
          definition={{ type: 'text', label: t`Title`, required: true, maxLength: 200 }}
          value={form.values.title}
          error={form.errors.title}
          onChange={(title) => setTitle(String(title ?? ''))}
        />
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
