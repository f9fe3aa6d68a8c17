/** The address and the look of a link, with suggestions from the pages of the site. */
import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Checkbox, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { listPagesOptions } from '../api/pages.ts';
import { pickFile } from '../media/picker/pick-files.ts';
import { completeAddress, isSafeAddress } from '../plugins/rich-text/addresses.ts';
import { classesFor, type LinkLook, lookOf } from '../plugins/rich-text/button-links.ts';
import styles from './text-form.module.css';
import { TextFormFrame, type TextFormProps } from './text-form.tsx';

const SUGGESTIONS = 6;

export function LinkForm({ text, close, place }: TextFormProps): ReactNode {
  const attributes = text.getAttributes('link');
  const [address, setAddress] = useState<string>(attributes.href ?? '');
  const [isNewTab, setNewTab] = useState(attributes.target === '_blank');
  const [look, setLook] = useState<LinkLook>(lookOf(attributes.class));
  const input = useRef<HTMLInputElement>(null);
  const isValid = isSafeAddress(address);
  useEffect(() => input.current?.select(), []);

  function apply(href: string) {
    const complete = completeAddress(href);
    if (!complete) return removeLink();
    if (!isSafeAddress(complete)) return;
    const target = isNewTab ? '_blank' : null;
    const rel = isNewTab ? 'noopener' : null;
    const link = { href: complete, target, rel, class: classesFor(look, attributes.class) };
    const { empty } = text.state.selection;
    const chain = text.chain().focus().extendMarkRange('link');
    // Without a selection the address is its own text.
    if (empty && !text.isActive('link')) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: link }] }).run();
    } else chain.setLink(link).run();
    close();
  }

  function removeLink() {
    text.chain().focus().extendMarkRange('link').unsetLink().run();
    close();
  }

  const pick = async () => {
    const file = await pickFile();
    if (file) apply(file.path.uri);
  };
  const pages = usePageSuggestions(address);
  const list = usePicking(pages, (page) => apply(page.url), address);
  return (
    <TextFormFrame
      label={t`Link`}
      apply={() => isValid && apply(address)}
      close={close}
      place={place}
      onKeyDown={list.onKeyDown}
    >
      <div className={styles.line}>
        <TextInput
          ref={input}
          className={styles.address}
          aria-label={t`Address, or part of a page’s title`}
          placeholder={t`Address or page`}
          value={address}
          error={!isValid}
          data-autofocus
          onChange={(event) => setAddress(event.currentTarget.value)}
          {...list.inputProps}
        />
        <Tooltip label={t`Choose a file`}>
          <ActionIcon size={34} variant="default" aria-label={t`Choose a file`} onClick={() => void pick()}>
            <Paperclip size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Button variant="filled" disabled={!isValid} onClick={() => apply(address)}>
          {t`Apply`}
        </Button>
      </div>
      {pages.length > 0 && (
        <div className={styles.pages} role="listbox" id={list.listId} aria-label={t`Pages of this site`}>
          {pages.map((page, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field's arrow keys and Enter choose (combobox)
            <div
              key={page.id}
              id={list.optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === list.active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => apply(page.url)}
            >
              <span>{page.title}</span>
              <small>{page.url}</small>
            </div>
          ))}
        </div>
      )}
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t`How the link looks`}
        value={look}
        onChange={(value) => setLook(value as LinkLook)}
        data={[
          { value: 'text', label: t`Text link` },
          { value: 'button', label: t`Button` },
          { value: 'outline', label: t`Outlined button` },
        ]}
      />
      <div className={styles.line}>
        <Checkbox
          label={t`Open in a new tab`}
          size="xs"
          checked={isNewTab}
          onChange={(event) => setNewTab(event.currentTarget.checked)}
        />
        {attributes.href && (
          <Button size="xs" variant="subtle" color="danger" onClick={removeLink}>
            {t`Remove link`}
          </Button>
        )}
      </div>
    </TextFormFrame>
  );
}

function usePageSuggestions(query: string) {
  const isAddress = /^[a-z][a-z0-9+.-]*:|^#/i.test(query);
  const { data } = useQuery({
    ...listPagesOptions({ start: 0, limit: SUGGESTIONS, sort: 'title', ...(query ? { q: query } : {}) }),
    enabled: !isAddress,
    placeholderData: (previous) => previous,
  });
  if (isAddress) return [];
  // Editors rarely link to an error page; an editor who does types its address.
  return (data?.results ?? []).filter(({ url }) => query !== '' || !url.startsWith('/error/'));
}

/** A combobox's keys: the arrows go through the suggestions, Enter takes the one that is lit. */
function usePicking<T>(options: T[], pick: (option: T) => void, query: string) {
  const listId = useId();
  const [active, setActive] = useState(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query, another list
  useEffect(() => setActive(-1), [query]);
  const optionId = (index: number) => `${listId}-${index}`;
  return {
    active,
    listId,
    optionId,
    inputProps: {
      role: 'combobox',
      'aria-expanded': options.length > 0,
      'aria-controls': listId,
      'aria-activedescendant': active >= 0 ? optionId(active) : undefined,
      'aria-autocomplete': 'list' as const,
    },
    onKeyDown(event: KeyboardEvent) {
      const option = options[active];
      if (event.key === 'ArrowDown') setActive(Math.min(active + 1, options.length - 1));
      else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, -1));
      else if (event.key === 'Enter' && option) pick(option);
      else return;
      event.preventDefault();
    },
  };
}
