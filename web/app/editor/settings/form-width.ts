/** Which plugins have a form that the settings' panel is too narrow for. */
import type { FieldType } from '../../fields/types.ts';
import { hasOwnForm } from '../../plugins/registry/editors.ts';
import { manifests } from '../../plugins/registry/manifests.ts';

/** What a manifest has that says nothing of a width. */
const NARROW = 640;
const WIDE_TYPES: readonly FieldType[] = ['list', 'group', 'richText'];

export function isFormWide(ref: string): boolean {
  const manifest = manifests.get(ref);
  if (!manifest) return false;
  const types = Object.values(manifest.fields).map(({ type }) => type);
  return manifest.modal.width > NARROW || hasOwnForm(ref) || types.some((type) => WIDE_TYPES.includes(type));
}
