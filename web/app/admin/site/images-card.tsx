import { t } from '@lingui/core/macro';
import { Button, Input, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { type FileRecord, getFileOptions } from '../../api/files.ts';
import { isMissing } from '../../api/problem.ts';
import dropStyles from '../../fields/pickers/file-drop.module.css';
import { FileDrop } from '../../fields/pickers/file-drop.tsx';
import { imageAddress } from '../../media/addresses.ts';
import { Caution } from '../../ui/caution.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { Card } from '../card.tsx';
import { CARDS } from './cards.ts';
import { LABELS } from './labels.ts';
import styles from './site.module.css';
import { type ImageKey, imageIn, siteImageOf, textOf } from './site-images.ts';
import type { SiteDraft } from './use-site-draft.ts';
import { schemeOf } from './values.ts';

/** Below it an icon is drawn larger than it is on phones. */
const LEAST_ICON = 180;

export function ImagesCard({ draft }: { draft: SiteDraft }): ReactNode {
  const { values, set } = draft;
  const scheme = schemeOf(values);
  const logo = imageIn(values.logo);
  const hasDarkLogo = Boolean(logo && (scheme !== 'light' || values.darkLogo));
  return (
    <Card title={CARDS.images.title}>
      <div className={styles.fields}>
        <ImageField
          draft={draft}
          name="logo"
          // Another one for dark pages is asked for once there is one.
          fields={hasDarkLogo ? 'logo' : 'logo darkLogo'}
          hint={t`Replaces the site’s name at the top of every page. An SVG stays sharp at all sizes.`}
        >
          {logo && (
            <Switch
              label={t`Show the site’s name beside it`}
              checked={logo.withName ?? false}
              onChange={(event) => set({ logo: textOf({ ...logo, withName: event.currentTarget.checked }) })}
            />
          )}
        </ImageField>
        {hasDarkLogo && (
          <ImageField
            draft={draft}
            name="darkLogo"
            isOnDark
            hint={t`Shown where pages are dark. Without it, the logo above is shown there too.`}
          />
        )}
        <ImageField
          draft={draft}
          name="icon"
          hint={t`In tabs, bookmarks and on phones. A square of at least 512 × 512 pixels works best.`}
        />
      </div>
    </Card>
  );
}

interface ImageFieldProps {
  draft: SiteDraft;
  name: ImageKey;
  /** The names by which an address finds it, where it stands for others, too. */
  fields?: string;
  hint: string;
  isOnDark?: boolean;
  children?: ReactNode;
}

function ImageField({ draft, name, fields = name, hint, isOnDark, children }: ImageFieldProps): ReactNode {
  const { values, set } = draft;
  const latest = useRef<FileRecord>(undefined);
  const withName = useLatest(imageIn(values[name])?.withName);
  // A site of an earlier release, until its services have started anew.
  if (values[name] === undefined) return null;
  const image = imageIn(values[name]);
  const choose = async (file: FileRecord) => {
    latest.current = file;
    const chosen = await siteImageOf(file);
    // Another one was chosen meanwhile, or none.
    if (latest.current === file) set({ [name]: textOf({ ...chosen, withName: withName.current }) });
  };
  const remove = () => {
    latest.current = undefined;
    set({ [name]: '' });
  };
  return (
    <fieldset className={dropStyles.field} data-field={fields}>
      <legend>{LABELS[name]}</legend>
      <Input.Description>{hint}</Input.Description>
      <FileDrop
        types={['image']}
        onFile={(file) => void choose(file)}
        actions={
          image && (
            <Button size="xs" variant="subtle" leftSection={<X size={15} aria-hidden />} onClick={remove}>
              {t`Remove`}
            </Button>
          )
        }
      >
        {image && <Chosen key={image.file} id={image.file} name={name} isOnDark={isOnDark} />}
      </FileDrop>
      {children}
    </fieldset>
  );
}

function Chosen({ id, name, isOnDark }: { id: string; name: ImageKey; isOnDark?: boolean }): ReactNode {
  const { data: file, error } = useQuery(getFileOptions(id));
  if (error)
    return (
      <Caution>
        {isMissing(error) ? (
          t`This image was deleted. Visitors don’t see it. Choose another one.`
        ) : (
          <NotLoaded>{t`This image could not be loaded.`}</NotLoaded>
        )}
      </Caution>
    );
  if (!file) return <div className={styles.siteImage} />;
  const isSmall =
    name === 'icon' && file.width !== null && Math.min(file.width, file.height ?? 0) < LEAST_ICON;
  return (
    <>
      <div className={styles.siteImage} data-dark={isOnDark} data-icon={name === 'icon' || undefined}>
        <img src={imageAddress(file, 'sm')} alt={file.name} />
      </div>
      {(!file.isPublic || file.scopeWhitelist.length > 0) && (
        <Caution>{t`This file is not public, so it is not shown here. Make it public in the library.`}</Caution>
      )}
      {isSmall && (
        <Caution>{t`It is ${file.width ?? 0} × ${file.height ?? 0} pixels: too small for phones.`}</Caution>
      )}
    </>
  );
}

/** What an image is called, where two people have chosen different ones. */
export function ImageName({ value }: { value: string | undefined }): ReactNode {
  const image = imageIn(value);
  const { data: file } = useQuery({ ...getFileOptions(image?.file ?? ''), enabled: image !== undefined });
  return image ? (file?.name ?? t`An image`) : t`None`;
}
