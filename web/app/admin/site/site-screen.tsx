/** /cms-admin/site: what the site is called and how its pages look, beside its first page. */
import { t } from '@lingui/core/macro';
import { Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Save, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type ConfigEntry, listConfigOptions } from '../../api/config.ts';
import {
  allTemplatesOptions,
  type FontFamily,
  fontsOptions,
  type TemplateRecord,
} from '../../api/templates.ts';
import { useLeaveWarning } from '../../ui/leave-warning.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useRecordToEdit } from '../../ui/use-record-to-edit.ts';
import { useSaveKey } from '../templates/use-save-key.ts';
import { useFieldInAddress } from '../use-field-in-address.ts';
import { ColoursCard } from './colours-card.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import entry from './entry.ts';
import { FontsCard } from './fonts-card.tsx';
import { IdentityCard } from './identity-card.tsx';
import { ImagesCard } from './images-card.tsx';
import { SitePreview } from './preview.tsx';
import { ShapeCard } from './shape-card.tsx';
import styles from './site.module.css';
import { TemplateCard } from './template-card.tsx';
import { type SiteDraft, useSiteDraft } from './use-site-draft.ts';
import { useSitePreview } from './use-site-preview.ts';

/** Where two columns have no room: settings and preview are tabs. */
const NARROW = '(width < 64rem)';

export function SiteScreen() {
  const entries = useQuery(listConfigOptions());
  const templates = useQuery(allTemplatesOptions());
  const fonts = useQuery(fontsOptions());
  const begun = useRecordToEdit('entries', entries);
  const listed = useRecordToEdit('templates', templates);
  const [chosen, setChosen] = useState<string>();
  const failed = [entries, templates, fonts].find((query) => query.isError && query.data === undefined);
  const template =
    templates.data?.find(({ id }) => id === chosen) ??
    listed?.find(({ isDefault }) => isDefault) ??
    listed?.[0];
  if (begun && template && fonts.data) {
    return (
      <Editor
        key={template.id}
        entries={entries.data ?? begun}
        templates={templates.data ?? []}
        template={templates.data?.find(({ id }) => id === template.id) ?? template}
        fonts={fonts.data}
        onTemplate={setChosen}
      />
    );
  }
  return (
    <>
      <PageHeader title={entry.many} description={entry.description} />
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : listed && !template ? (
        <EmptyState icon={entry.icon} title={t`The site is not set up yet`} />
      ) : (
        <div className={styles.columns}>
          <Skeleton height="36rem" />
          <Skeleton height="36rem" />
        </div>
      )}
    </>
  );
}

interface EditorProps {
  entries: ConfigEntry[];
  templates: TemplateRecord[];
  template: TemplateRecord;
  fonts: { families: FontFamily[]; css: string };
  onTemplate: (id: string) => void;
}

function Editor({ entries, templates, template, fonts, onTemplate }: EditorProps) {
  const draft = useSiteDraft({ entries, template }, fonts.families);
  const preview = useSitePreview(draft, fonts);
  const isNarrow = useMediaQuery(NARROW) ?? false;
  const { tab, setTab, settings } = useShownTab();
  const hasChanges = Object.keys(draft.changes).length > 0;
  useLeaveWarning(() => hasChanges);
  useSaveKey(draft.save);
  const bar = hasChanges && <SaveBar draft={draft} />;
  const parts = { draft, preview, families: fonts.families };
  return (
    <div className={styles.screen}>
      {/* The faces are named in it; browsers load those that are seen. */}
      <style>{fonts.css}</style>
      <PageHeader title={entry.many} description={entry.description} />
      {isNarrow && (
        <SegmentedControl
          fullWidth
          aria-label={t`What is shown`}
          data={[
            { value: 'settings', label: t`Settings` },
            { value: 'preview', label: t`Preview` },
          ]}
          value={tab}
          onChange={(value) => setTab(value as Tab)}
        />
      )}
      <ConflictPanel draft={draft} />
      <div className={styles.columns}>
        <div ref={settings} className={styles.settings} hidden={isNarrow && tab !== 'settings'}>
          <IdentityCard draft={draft} />
          <ImagesCard draft={draft} />
          <TemplateCard
            draft={draft}
            templates={templates}
            isFixed={hasChanges || draft.isSaving}
            onChange={onTemplate}
          />
          <ColoursCard {...parts} />
          <FontsCard {...parts} />
          <ShapeCard draft={draft} />
          {!isNarrow && bar}
        </div>
        <div className={styles.preview} hidden={isNarrow && tab !== 'preview'}>
          <SitePreview draft={draft} preview={preview} />
        </div>
      </div>
      {isNarrow && bar}
    </div>
  );
}

type Tab = 'settings' | 'preview';

/** What is shown where there is room for one: the settings, whenever an address leads to one of them. */
function useShownTab() {
  const settings = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  const [chosen, setChosen] = useState<{ tab: Tab; at: string }>({ tab: 'settings', at: key });
  useFieldInAddress(settings);
  const isLed = hash !== '' && chosen.at !== key;
  const tab: Tab = isLed ? 'settings' : chosen.tab;
  return { tab, settings, setTab: (next: Tab) => setChosen({ tab: next, at: key }) };
}

/** In reach wherever the settings are scrolled to, while there is something to save. */
function SaveBar({ draft }: { draft: SiteDraft }) {
  return (
    <div className={styles.bar}>
      <Button
        size="md"
        disabled={draft.isSaving}
        leftSection={<Undo2 size={16} aria-hidden />}
        onClick={draft.discard}
      >{t`Discard`}</Button>
      <Button
        size="md"
        variant="filled"
        leftSection={<Save size={16} aria-hidden />}
        disabled={draft.values.siteName?.trim() === ''}
        loading={draft.isSaving}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={() => void draft.save()}
      >{t`Save`}</Button>
    </div>
  );
}
