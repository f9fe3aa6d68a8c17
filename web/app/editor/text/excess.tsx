/** Said beside the tools while a text has more characters than the site can save. Nothing of it is cut. */
import { plural } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FieldFault, faultsOf } from '../../fields/check.ts';
import type { PluginInstance } from '../../page/types.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import styles from './excess.module.css';

export function TextExcess({ plugin }: { plugin: PluginInstance }): ReactNode {
  const fault = excessOf(plugin);
  return (
    <p role="status" className={styles.excess}>
      {fault && (
        <span>
          <TriangleAlert size={14} aria-hidden /> {fault}
        </span>
      )}
    </p>
  );
}

/** By how much the first of its texts is too long, in words. */
export function excessOf({ ref, fields }: Pick<PluginInstance, 'ref' | 'fields'>): string | undefined {
  const definitions = manifests.get(ref)?.fields;
  if (!definitions) return undefined;
  const fault = faultsOf(definitions, fields).find(({ over }) => over);
  return fault && sentence(fault, definitions[fault.path[0] ?? '']?.label ?? '');
}

function sentence({ over = 0, detail }: FieldFault, label: string): string {
  return plural(over, {
    one: `${label}: # character too many to save. ${detail}`,
    other: `${label}: # characters too many to save. ${detail}`,
  });
}
