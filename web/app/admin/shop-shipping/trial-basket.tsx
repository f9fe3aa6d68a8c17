/** The basket to try the rules with: products of the shop, each with how many. */
import { t } from '@lingui/core/macro';
import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { productGroupsGetOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import type { GroupOut, ProductOut } from '../../api/generated/index.ts';
import { isMissing } from '../../api/problem.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { newKey } from './rules.ts';
import styles from './simulator.module.css';

export interface Line {
  key: string;
  groupId: string;
  /** Empty until the product's variants are known. */
  productId: string;
  quantity: unknown;
}

/** As many as the service takes. */
const MOST = 100;
const HOW_MANY = {
  type: 'number',
  label: t`Quantity`,
  integer: true,
  min: 1,
  max: 10_000,
  required: true,
} as const;

interface TrialBasketProps {
  lines: readonly Line[];
  onChange: (lines: Line[]) => void;
}

export function TrialBasket({ lines, onChange }: TrialBasketProps) {
  const adder = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const change = (next: Line[]) => {
    // The keyboard was where something is gone now.
    if (next.length !== lines.length) focusAfter(() => adder.current?.querySelector('input'));
    onChange(next);
  };
  const add = (groupId: unknown) => {
    if (typeof groupId === 'string')
      change([...lines, { key: newKey(), groupId, productId: '', quantity: 1 }]);
  };
  return (
    <>
      {lines.length > 0 && (
        <ul className={styles.lines} aria-label={t`Basket`}>
          {lines.map((line) => (
            <LineItem
              key={line.key}
              line={line}
              onChange={(next) => change(lines.map((each) => (each.key === line.key ? next : each)))}
              onRemove={() => change(lines.filter(({ key }) => key !== line.key))}
            />
          ))}
        </ul>
      )}
      {lines.length < MOST && (
        <div ref={adder}>
          <FieldInput
            // Empty again for the next one.
            key={lines.length}
            isCompact
            definition={{ type: 'reference', to: 'productGroups', label: t`Add a product` }}
            value=""
            onChange={add}
          />
        </div>
      )}
    </>
  );
}

/** In the order of the options, each named: among the variants of one product a "No" is found by its question. */
function choiceOf(options: GroupOut['options'], { sku, optionValues }: ProductOut): string {
  const names = options.map(({ name }) => String(name));
  return (
    names.flatMap((name) => (name in optionValues ? [`${name}: ${optionValues[name]}`] : [])).join(', ') ||
    sku
  );
}

function LineItem({
  line,
  onChange,
  onRemove,
}: {
  line: Line;
  onChange: (line: Line) => void;
  onRemove: () => void;
}) {
  const { data: group, isError, error } = useQuery(productGroupsGetOptions({ path: { id: line.groupId } }));
  const first = group?.products[0]?.id;
  useEffect(() => {
    if (!line.productId && first) onChange({ ...line, productId: first });
  });
  if (isError && !group)
    return (
      <li className={styles.line}>
        {isMissing(error) ? (
          <span>{t`This product has been deleted.`}</span>
        ) : (
          <NotLoaded>{t`This product cannot be read.`}</NotLoaded>
        )}
        <CloseButton size="md" aria-label={t`Remove this product`} onClick={onRemove} />
      </li>
    );
  if (!group)
    return (
      <li className={styles.line} aria-busy>
        <Skeleton height="3rem" />
      </li>
    );
  const { options, products, name } = group;
  return (
    <li className={styles.line}>
      <strong>{name}</strong>
      <CloseButton size="md" aria-label={t`Remove ${name}`} onClick={onRemove} />
      {products.length > 1 && (
        <FieldInput
          isCompact
          definition={{
            type: 'choice',
            label: t`Variant`,
            options: products.map((product) => ({ value: product.id, label: choiceOf(options, product) })),
          }}
          value={line.productId}
          onChange={(next) => onChange({ ...line, productId: String(next ?? '') })}
        />
      )}
      <FieldInput
        isCompact
        isJudged
        definition={HOW_MANY}
        value={line.quantity}
        onChange={(quantity) => onChange({ ...line, quantity })}
      />
    </li>
  );
}
