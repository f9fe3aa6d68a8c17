/** A page as it looks with what is being written: at three widths, light and dark, and as some people see colours. */
import { t } from '@lingui/core/macro';
import { Button, NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Play, ShieldCheck } from 'lucide-react';
import { type CSSProperties, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { getPageOptions, listPagesOptions } from '../../api/pages.ts';
import {
  COLOUR_BLIND_METHODS,
  type ColourBlindMethod,
  listTemplatePagesOptions,
  type TemplateRecord,
} from '../../api/templates.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import styles from './preview.module.css';
import { dress, isPage, type PreviewCss, staysLight } from './preview-frame.ts';
import shared from './templates.module.css';

export const WIDTHS = { phone: 390, tablet: 820, desktop: 1280 } as const;
export type Device = keyof typeof WIDTHS;
/** Where a desktop's page would be too small to see anything of it. */
const NARROW = '(width < 48rem)';

const METHOD_LABELS: Record<ColourBlindMethod, string> = {
  protanopia: t`Protanopia (no red)`,
  deuteranopia: t`Deuteranopia (no green)`,
  tritanopia: t`Tritanopia (no blue)`,
  achromatopsia: t`Achromatopsia (no colours)`,
};

interface PreviewPaneProps {
  template: TemplateRecord;
  css: PreviewCss;
  /** Whether the styles are older than what is written. */
  note: string | undefined;
  hasUnsavedScript: boolean;
  method: ColourBlindMethod | undefined;
  onMethod: (method: ColourBlindMethod | undefined) => void;
}

/** The page that is chosen; until then the first with the template, or the first of all. */
export function usePreviewPage(template: TemplateRecord) {
  const [chosen, setChosen] = useState<string>();
  const own = useQuery(listTemplatePagesOptions(template.id, 1));
  const isUnused = own.data?.total === 0;
  const any = useQuery({ ...listPagesOptions({ start: 0, limit: 1, sort: 'url' }), enabled: isUnused });
  const id = chosen ?? own.data?.results[0]?.id ?? any.data?.results[0]?.id;
  const shown = useQuery({ ...getPageOptions(id ?? ''), enabled: Boolean(id) });
  const isLost = !shown.data && [own, any, shown].some(({ isError }) => isError);
  return { id, url: shown.data?.url, isLost, choose: setChosen };
}

/** On a phone it begins with a phone's width. */
export function useDevice() {
  return useState<Device>(() => (window.matchMedia(NARROW).matches ? 'phone' : 'desktop'));
}

interface PreviewHeadProps {
  id: string;
  note: string | undefined;
  url: string | undefined;
}

export function PreviewHead({ id, note, url }: PreviewHeadProps) {
  return (
    <header className={styles.previewHead}>
      <h2 id={id}>{t`Preview`}</h2>
      <p role="status" className={shared.quiet}>
        {note}
      </p>
      {url && (
        <a href={url} className={styles.link}>
          {t`Open the page`} <ExternalLink size={14} aria-hidden />
        </a>
      )}
    </header>
  );
}

export function PreviewPane({ template, css, note, hasUnsavedScript, method, onMethod }: PreviewPaneProps) {
  const title = useId();
  const page = usePreviewPage(template);
  const [device, setDevice] = useDevice();
  const [isDark, setDark] = useState(false);
  const [isLightOnly, setLightOnly] = useState(false);
  const [isScripted, setScripted] = useState(false);
  return (
    <section className={styles.preview} aria-labelledby={title}>
      <PreviewHead id={title} note={note} url={page.url} />
      <div className={styles.previewTools}>
        <div className={styles.previewPage}>
          <FieldInput
            definition={{ type: 'page', label: t`Page` }}
            value={page.id}
            onChange={(next) => page.choose(typeof next === 'string' ? next : undefined)}
          />
        </div>
        <NativeSelect
          size="md"
          label={t`Colours as seen with`}
          data={[
            { value: '', label: t`All colours` },
            ...COLOUR_BLIND_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] })),
          ]}
          value={method ?? ''}
          onChange={(event) => onMethod((event.currentTarget.value || undefined) as ColourBlindMethod)}
        />
      </div>
      <div className={styles.previewTools} data-is-row>
        <SegmentedControl
          aria-label={t`Width`}
          data={[
            { value: 'phone', label: t`Phone` },
            { value: 'tablet', label: t`Tablet` },
            { value: 'desktop', label: t`Desktop` },
          ]}
          value={device}
          onChange={(value) => setDevice(value as Device)}
        />
        <Switch label={t`Dark`} checked={isDark} onChange={(event) => setDark(event.currentTarget.checked)} />
        <Button
          variant="subtle"
          leftSection={isScripted ? <ShieldCheck size={15} aria-hidden /> : <Play size={15} aria-hidden />}
          onClick={() => setScripted(!isScripted)}
        >
          {isScripted ? t`Without script` : t`Run script`}
        </Button>
      </div>
      {isScripted && hasUnsavedScript && (
        <p className={shared.quiet}>{t`The saved script runs. Save to try what you changed.`}</p>
      )}
      {page.isLost && <NotLoaded>{t`The preview could not be loaded.`}</NotLoaded>}
      {page.url && (
        <PreviewFrame
          key={`${page.url} ${isScripted}`}
          url={page.url}
          css={css}
          width={WIDTHS[device]}
          isDark={isDark && !isLightOnly}
          onPage={(shown) => setLightOnly(staysLight(shown))}
          isScripted={isScripted}
        />
      )}
    </section>
  );
}

interface PreviewFrameProps {
  url: string;
  css: PreviewCss;
  width: number;
  isDark: boolean;
  /** Whether pages are about to follow what visitors prefer; left out, as the page says. */
  follows?: boolean;
  isScripted: boolean;
  onPage: (page: Document) => void;
}

export function PreviewFrame({ url, css, width, isDark, follows, isScripted, onPage }: PreviewFrameProps) {
  const { ref: room, width: available, height } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const apply = useEffectEvent(() => {
    const page = frame.current?.contentDocument;
    if (!isPage(page)) return;
    dress(page, css, isDark ? 'dark' : 'light', follows);
    onPage(page);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the effect event reads
  useEffect(() => apply(), [css, isDark, follows]);
  const scale = available ? Math.min(1, available / width) : 1;
  const size: CSSProperties = {
    width,
    height: height / scale,
    transform: `scale(${scale})`,
    // Of the canvas beneath the page.
    colorScheme: isDark ? 'dark' : 'light',
  };
  return (
    <div ref={room} className={styles.frame}>
      <iframe
        ref={frame}
        title={t`The page with these styles`}
        src={isScripted ? url : `${url}?safe=1`}
        style={size}
        onLoad={() => apply()}
      />
    </div>
  );
}
