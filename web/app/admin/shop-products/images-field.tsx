/** A product's images, in their order: of the library, several at once, each with its own alternative text. */
import { t } from '@lingui/core/macro';
import { Images } from 'lucide-react';
import { FieldInput } from '../../fields/inputs.tsx';
import ListField from '../../fields/list/input.tsx';
import { pickFiles } from '../../media/picker/pick-files.ts';
import type { DrawnProps } from '../form-fields.ts';

const MOST = 50;

export function ImagesField({ label, hint, value, error, onChange }: DrawnProps) {
  return (
    <ListField
      definition={{ type: 'list', label, hint, maxItems: MOST, item: {} }}
      value={value}
      error={error}
      onChange={onChange}
      adding={{
        label: t`Add images…`,
        icon: <Images size={15} aria-hidden />,
        take: async () =>
          (await pickFiles({ types: ['image'], multiple: true })).map(({ id }) => ({ image: { file: id } })),
      }}
      drawItem={({ image }, index, change) => (
        <FieldInput
          definition={{ type: 'image', label: t`Image ${index + 1}` }}
          isLabelHidden
          value={image}
          onChange={(next) => change({ image: next })}
        />
      )}
    />
  );
}
