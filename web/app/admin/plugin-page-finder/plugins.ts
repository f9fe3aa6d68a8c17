/** The plugins to look for, and their fields. */
import { t } from '@lingui/core/macro';
import { pluginsListUsesOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { PluginUse } from '../../api/generated/index.ts';
import { manifests } from '../../plugins/registry/manifests.ts';
import type { FilterOption, FilterValues } from '../define-resource.ts';
import { useChoices } from '../use-choices.ts';

/** What a plugin is called in the palette; an external one, or one that was taken out, by its ref. */
export const labelOf = (ref: string) => manifests.get(ref)?.label ?? ref;

export function usePlugins(): readonly PluginUse[] | undefined {
  return useChoices(pluginsListUsesOptions());
}

export function usePluginOptions(): FilterOption[] {
  return (usePlugins() ?? []).map(({ ref, pages, isInstalled }) => {
    const label = labelOf(ref);
    return { value: ref, label: isInstalled ? `${label} (${pages})` : t`${label} (${pages}), not installed` };
  });
}

/** The fields of the plugin that is chosen. Those of one that is not installed are known to nobody. */
export function useFieldOptions({ plugin }: FilterValues): FilterOption[] {
  const fields = plugin ? manifests.get(plugin)?.fields : undefined;
  return Object.entries(fields ?? {}).map(([value, { label }]) => ({ value, label: label ?? value }));
}

export const hasFields = ({ plugin }: FilterValues) =>
  plugin !== undefined && Object.keys(manifests.get(plugin)?.fields ?? {}).length > 0;
