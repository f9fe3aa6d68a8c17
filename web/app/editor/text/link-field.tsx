/** The small field for a link in a text: an address, one of the site's pages, or a file. */

import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Checkbox, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { Paperclip } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { listPagesOptions } from '../../api/pages.ts';
import { pickFile } from '../../media/picker/pick-files.ts';
import { completeAddress, isSafeAddress } from '../../plugins/rich-text/addresses.ts';
import { classesFor, type LinkLook, lookOf } from '../../plugins/rich-text/button-links.ts';
import { scaleOf } from '../canvas/frame.ts';
import { useEditing, useFrameState, useTextState } from '../context.tsx';
import styles from './link-field.module.css';

const SUGGESTIONS = 6;

export function LinkField(): ReactNode {
  const text = useTextState((state) => state.text);
  const isLinking = useTextState((state) => state.isLinking);
  const { texts } = useEditing();
  if (!text || !isLinking) return null;
  const close = () => {
    texts.setState({ isLinking: false });
    text.commands.focus();
  };
  return <LinkForm text={text} close={close} />;
}

interface LinkFormProps {
  text: Editor;
  close: () => void;
  /** It stands where it is put, and not over the page at the caret. */
  isInline?: boolean;
}

export function LinkForm({ text, close, isInline = false }: LinkFormProps): ReactNode {
  const attributes = text.getAttributes('link');
  const [address, setAddress] = useState<string>(attributes.href ?? '');
  const [isNewTab, setNewTab] = useState(attributes.target === '_blank');
  const [look, setLook] = useState<LinkLook>(lookOf(attributes.class));
  const place = useAtSelection(text, isInline);
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
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply(address);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else list.onKeyDown(event);
  };
  return (
    <form
      ref={place}
      className={styles.field}
      data-inline={isInline || undefined}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      role="dialog"
      aria-label={t`Link`}
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
        <Button type="submit" variant="filled" disabled={!isValid}>
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
    </form>
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
  // Nobody links to the pages of errors; whoever does types their address.
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

/** Under the selection, or above it: what becomes a link stays in sight. Within the overlay. */
function useAtSelection(text: Editor, isInline: boolean) {
  const ref = useRef<HTMLFormElement>(null);
  useFrameState((state) => state.moved);
  const frame = useFrameState((state) => state.frame);
  useLayoutEffect(() => {
    const form = ref.current;
    const around = form?.offsetParent;
    if (isInline || !form || !around || !frame) return;
    const scale = scaleOf(frame);
    const at = (position: number) => text.view.coordsAtPos(position);
    const { from, to } = text.state.selection;
    const { left, bottom, top } = at(from);
    const x = Math.max(8, Math.min(left * scale - 12, around.clientWidth - form.offsetWidth - 8));
    const above = top * scale - form.offsetHeight - 8;
    const lowest = around.clientHeight - form.offsetHeight - 8;
    // A selection that fills the view is covered from its second line on.
    const y = [at(to).bottom * scale + 8, above, bottom * scale + 8].find((y) => y >= 8 && y <= lowest);
    form.style.transform = `translate(${x}px, ${y ?? Math.max(8, above)}px)`;
  });
  return ref;
}
