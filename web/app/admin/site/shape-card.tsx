import { Card } from '../card.tsx';
import { CARDS } from './cards.ts';
import styles from './site.module.css';
import { percent, pixels, Slider } from './slider.tsx';
import type { SiteDraft } from './use-site-draft.ts';

export function ShapeCard({ draft }: { draft: SiteDraft }) {
  return (
    <Card title={CARDS.shape.title}>
      <div className={styles.fields}>
        <Slider draft={draft} name="radius" least={0} most={2} step={0.125} say={pixels} />
        <Slider draft={draft} name="spacing" least={0.6} most={1.6} step={0.05} say={percent} />
      </div>
    </Card>
  );
}
