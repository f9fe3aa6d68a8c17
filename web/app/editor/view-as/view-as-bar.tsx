/** Below the toolbar while the page is viewed as somebody else: says whom, changes it, ends it. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { Glasses } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ViewAs } from '../../page/view-as.ts';
import { ScopePicker } from '../../visibility/scope-picker.tsx';
import { viewAs as command } from '../commands/page-commands.ts';
import { useCommand } from '../commands/use-command.ts';
import { useEditing, useEditorState } from '../context.tsx';
import { unsavedCount } from '../store/queue.ts';
import styles from './view-as-bar.module.css';

const VISITOR = { label: t`A visitor`, description: t`Someone who is not logged in.` };

export function ViewAsBar({ viewAs }: { viewAs: ViewAs }): ReactNode {
  const { viewAs: store } = useEditing();
  const { run } = useCommand(command);
  const end = () => {
    run();
    // The bar goes: on to the button that stands there instead; a phone has that in a menu.
    requestAnimationFrame(() => {
      const places = ['[data-view-as]', 'main'].map((one) => document.querySelector<HTMLElement>(one));
      places.find((place) => place?.checkVisibility())?.focus();
    });
  };
  const unsaved = useEditorState((state) => unsavedCount(state.queue));
  return (
    <section className={styles.bar} aria-label={t`Preview as`}>
      <Glasses size={17} aria-hidden className={styles.icon} />
      <span>{t`Previewing as`}</span>
      <div className={styles.who}>
        <ScopePicker
          label={t`Preview as`}
          isLabelHidden
          value={viewAs}
          onChange={store.set}
          empty={VISITOR}
        />
      </div>
      <span className={styles.more}>
        {unsaved > 0
          ? t`Without your unsaved changes.`
          : t`Applies in all tabs until you stop or start editing.`}
      </span>
      <Button size="xs" className={styles.end} onClick={end}>
        {t`Stop preview`}
      </Button>
    </section>
  );
}
