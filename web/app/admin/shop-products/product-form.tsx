/** A product with all of its variants on one form; they are saved together or not at all. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ecomConfigEntriesListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { GroupOut } from '../../api/generated/index.ts';
import { useCurrency } from '../../api/shop-currency.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { type FormProps, mayWrite } from '../define-resource.ts';
import type { Section } from '../form-fields.ts';
import { ResourceForm } from '../resource-form.tsx';
import entry from './entry.ts';
import { ImagesField } from './images-field.tsx';
import {
  fieldOf,
  nameOfVariant,
  type ProductValues,
  saveProduct,
  type Variants,
  valuesOf,
} from './product-values.ts';
import { ProductStock } from './stock-ledger.tsx';
import { VariantsField } from './variants-field.tsx';

function sectionsOf(currency: string): Section<ProductValues>[] {
  return [
    {
      fields: [
        { type: 'text', name: 'name', label: t`Name`, required: true, maxLength: 200 },
        { type: 'switch', name: 'isPublished', label: t`Published`, hint: t`Visitors can see and buy it.` },
        { type: 'text', name: 'summary', label: t`Summary`, multiline: true, maxLength: 10_000 },
        { type: 'richText', name: 'description', label: t`Description` },
        {
          type: 'drawn',
          name: 'images',
          label: t`Images`,
          hint: t`The first image is shown in product lists.`,
          draw: (field) => <ImagesField {...field} isReadOnly={!mayWrite(entry)} />,
          words: (value) => plural((value as unknown[]).length, { one: '# image', other: '# images' }),
        },
      ],
    },
    {
      title: t`Options and variants`,
      description: t`A product without choices has one variant and no options.`,
      fields: [
        {
          type: 'drawn',
          name: 'variants',
          label: t`Variants`,
          draw: (field, values) => (
            <VariantsField {...field} values={values} currency={currency} isReadOnly={!mayWrite(entry)} />
          ),
          words: (value) => (value as Variants).items.map(nameOfVariant).join(', ') || '–',
        },
      ],
    },
    {
      title: t`Where it belongs`,
      fields: [
        { type: 'reference', to: 'ecom.brands', name: 'brandId', label: t`Brand` },
        { type: 'category', of: 'ecom.categories', many: true, name: 'categoryIds', label: t`Categories` },
        {
          type: 'switch',
          name: 'isListed',
          label: t`Shown in lists`,
          hint: t`Off: only people with its address can find it.`,
        },
        { type: 'switch', name: 'isFeatured', label: t`Featured` },
        {
          type: 'text',
          name: 'code',
          label: t`Product code`,
          hint: t`Your own. An import finds the product by it.`,
          maxLength: 100,
        },
        {
          type: 'text',
          name: 'taxClass',
          label: t`Tax class`,
          hint: t`Empty: it is not taxed.`,
          pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/,
          patternHint: t`Lowercase letters, digits and - between them`,
          maxLength: 50,
        },
      ],
    },
    {
      title: t`Search engines`,
      fields: [
        { type: 'text', name: 'seoTitle', label: t`Title`, maxLength: 200 },
        { type: 'text', name: 'seoDescription', label: t`Description`, multiline: true, maxLength: 500 },
      ],
    },
  ];
}

export function ProductForm(props: FormProps<GroupOut>) {
  const currency = useCurrency();
  const settings = useQuery(ecomConfigEntriesListOptions());
  if (settings.error && !currency)
    return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  if (!currency) return <Skeleton height="24rem" />;
  return (
    <>
      <ResourceForm<ProductValues, GroupOut>
        {...props}
        sectionsOf={() => sectionsOf(currency)}
        valuesOf={valuesOf}
        submit={saveProduct}
        submitLabel={mayWrite(entry) ? (props.record ? t`Save` : t`Create product`) : undefined}
        fieldOf={fieldOf}
      />
      {props.record && <ProductStock products={props.record.products} />}
    </>
  );
}
