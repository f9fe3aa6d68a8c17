/** A product's images, in their order: of the library, several at once, each with its own alternative text. */
import { t } from '@lingui/core/macro';
import { Images } from 'lucide-react';
import { FieldInput } from '../../fields/inputs.tsx';
import ListField from '../../fields/list/input.tsx';
import { pickFiles } from '../../media/picker/pick-files.ts';
import { useMayUseLibrary } from '../../media/use-may-use-library.ts';
import type { DrawnProps } from '../form-fields.ts';

const MOST = 50;

interface ImagesFieldProps extends DrawnProps {
  isReadOnly: boolean;
}

export function ImagesField({ label, hint, value, error, isReadOnly, onChange }: ImagesFieldProps) {
  const mayPick = useMayUseLibrary();
  return (
    <ListField
      isReadOnly={isReadOnly}
      definition={{ type: 'list', label, hint, maxItems: MOST, item: {} }}
      value={value}
      error={error}
      onChange={onChange}
      adding={{
        label: mayPick ? t`Add images…` : t`Add an image elsewhere`,
        icon: <Images size={15} aria-hidden />,
        take: async () =>
          mayPick
            ? (await pickFiles({ types: ['image'], multiple: true })).map(({ id }) => ({
                image: { file: id },
              }))
            : [{ image: { address: '' } }],
      }}
      drawItem={({ image }, index, change) => (
        <FieldInput
          definition={{ type: 'image', label: t`Image ${index + 1}` }}
          isLabelHidden
          value={image}
          isReadOnly={isReadOnly}
          onChange={(next) => change({ image: next })}
        />
      )}
    />
  );
}
