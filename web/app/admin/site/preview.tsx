/** The site's first page as it will be, at three widths, light and dark. */
import { t } from '@lingui/core/macro';
import { SegmentedControl } from '@mantine/core';
import { Monitor, Moon, Smartphone, Sun, Tablet } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import templateStyles from '../templates/preview.module.css';
import { staysLight } from '../templates/preview-frame.ts';
import {
  type Device,
  PreviewFrame,
  PreviewHead,
  useDevice,
  usePreviewPage,
  WIDTHS,
} from '../templates/preview-pane.tsx';
import { showIdentity, useShownLogo } from './shown-identity.ts';
import styles from './site.module.css';
import type { SiteDraft } from './use-site-draft.ts';
import type { SitePreviewState } from './use-site-preview.ts';
import { schemeOf } from './values.ts';

export function SitePreview({ draft, preview }: { draft: SiteDraft; preview: SitePreviewState }) {
  const title = useId();
  const { stored, values } = draft;
  const page = usePreviewPage(stored.template);
  const [device, setDevice] = useDevice();
  const [isDark, setDark] = useState(false);
  const [isLightOnly, setLightOnly] = useState(false);
  const shownPage = useRef<Document>(undefined);
  const name = values.siteName ?? '';
  const scheme = schemeOf(values);
  const hasOneScheme =
    scheme === 'light' || scheme === 'dark' || (preview.follows === undefined && isLightOnly);
  const logo = useShownLogo(values, scheme === 'dark' || (isDark && !hasOneScheme));
  useEffect(() => {
    if (shownPage.current) showIdentity(shownPage.current, name, logo);
  }, [name, logo]);
  return (
    <section className={templateStyles.preview} aria-labelledby={title}>
      <PreviewHead id={title} note={preview.note} url={page.url} />
      <div className={styles.previewTools}>
        <SegmentedControl
          aria-label={t`Width`}
          data={[
            {
              value: 'phone',
              label: <Choice icon={<Smartphone size={16} aria-hidden />}>{t`Phone`}</Choice>,
            },
            { value: 'tablet', label: <Choice icon={<Tablet size={16} aria-hidden />}>{t`Tablet`}</Choice> },
            {
              value: 'desktop',
              label: <Choice icon={<Monitor size={16} aria-hidden />}>{t`Desktop`}</Choice>,
            },
          ]}
          value={device}
          onChange={(value) => setDevice(value as Device)}
        />
        {!hasOneScheme && (
          <SegmentedControl
            aria-label={t`Visitors who prefer`}
            data={[
              { value: 'light', label: <Choice icon={<Sun size={16} aria-hidden />}>{t`Light`}</Choice> },
              { value: 'dark', label: <Choice icon={<Moon size={16} aria-hidden />}>{t`Dark`}</Choice> },
            ]}
            value={isDark ? 'dark' : 'light'}
            onChange={(value) => setDark(value === 'dark')}
          />
        )}
      </div>
      {page.isLost && <NotLoaded>{t`The preview could not be loaded.`}</NotLoaded>}
      {page.url && (
        <PreviewFrame
          key={page.url}
          url={page.url}
          css={preview.css}
          width={WIDTHS[device]}
          isDark={isDark && !hasOneScheme}
          follows={preview.follows}
          isScripted={false}
          onPage={(shown) => {
            shownPage.current = shown;
            setLightOnly(staysLight(shown));
            showIdentity(shown, name, logo);
          }}
        />
      )}
    </section>
  );
}

function Choice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.choice}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
