/** A matrix: its name, its rules, and beside them what to try them with. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useImperativeHandle, useMemo, useState } from 'react';
import { minorDigits } from '#words/format.ts';
import { ifMatch } from '../../api/fetch.ts';
import { shippingMatricesListOptions } from '../../api/generated/@tanstack/react-query.gen.ts';
import {
  type ReadRowOut,
  type ShippingMatrixOut,
  shippingMatricesCreate,
  shippingMatricesUpdate,
} from '../../api/generated/index.ts';
import { ProblemError } from '../../api/problem.ts';
import { useCurrency } from '../../api/shop-currency.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type FormProps, mayWrite } from '../define-resource.ts';
import { type Field, validateFields } from '../form-fields.ts';
import { useRecordForm } from '../use-record-form.tsx';
import entry from './entry.ts';
import { faultsAfter, faultsByPlace, ofRules, type RowFault } from './faults.ts';
import styles from './matrix-form.module.css';
import { placesOfRows, type Rule, rowsFrom, rulesFrom } from './rules.ts';
import { RulesEditor } from './rules-editor.tsx';
import { Simulator } from './simulator.tsx';
import { EMPTY, useSimulation } from './use-simulation.ts';
import { sentenceOf } from './words.ts';

interface MatrixValues extends Record<string, unknown> {
  name: string;
  isFirst: boolean;
  rules: Rule[];
}

const nothing = () => '';

const fieldsOf = (currency: string): Field<MatrixValues>[] => [
  { type: 'text', name: 'name', label: t`Name`, required: true, maxLength: 200 },
  { type: 'switch', name: 'isFirst', label: t`Baskets begin with these rules` },
  {
    type: 'drawn',
    name: 'rules',
    label: t`Rules`,
    draw: nothing,
    words: (rules) => (rules as Rule[]).map((rule) => sentenceOf(rule, currency, nothing)).join('\n'),
  },
];

export function MatrixForm({
  record: opened,
  onSaved,
  onCancel,
  isDirtyRef,
  refetch,
}: FormProps<ShippingMatrixOut>) {
  const shopCurrency = useCurrency();
  // Pounds until the settings have been read, as they are until somebody chooses another.
  const currency = opened?.currency ?? shopCurrency ?? 'GBP';
  const others = useQuery(shippingMatricesListOptions({ query: { limit: 100, sort: 'name' } }));
  const { data: all } = others;
  const [faults, setFaults] = useState<Map<string, RowFault>>(new Map());
  const [trial, setTrial] = useState(EMPTY);
  const isReadOnly = !mayWrite(entry);

  const save = async ({ name, isFirst, rules }: MatrixValues, on: ShippingMatrixOut | undefined) => {
    setFaults(new Map());
    const body = { name, isFirst, currency: on?.currency ?? null, rows: rowsFrom(rules, currency) };
    try {
      const { data } = on
        ? await shippingMatricesUpdate({ path: { id: on.id }, headers: ifMatch(on.version), body })
        : await shippingMatricesCreate({ body });
      return data;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setFaults(faultsByPlace(error.errors, rules));
      throw ofRules(error, rules);
    }
  };
  const { form, frame, record } = useRecordForm<MatrixValues, ShippingMatrixOut>({
    record: opened,
    valuesOf: (matrix) => valuesOf(matrix, currency),
    validate: (values) => validateFields([{ fields: fieldsOf(currency) }], values),
    submit: save,
    onSaved,
    refetch,
    fieldsOf: () => fieldsOf(currency),
  });
  useImperativeHandle(isDirtyRef, () => () => form.isDirty());
  const { rules } = form.values;
  const simulation = useSimulation({
    matrixId: record?.id,
    rules,
    currency,
    places: minorDigits(currency),
    trial,
  });
  const reads = useMemo(
    () => readsByPlace((simulation.isCurrent && simulation.result?.rows) || [], rules, record?.id ?? null),
    [simulation.result, simulation.isCurrent, rules, record?.id],
  );
  const matrixOf = (id: string | null) => all?.results.find((matrix) => matrix.id === id);
  // The service begins with it, whatever is sent.
  const isOnlyOne = !record && all?.total === 0;
  const label = opened ? t`Save` : t`Create delivery rules`;
  return (
    <div className={styles.beside} data-beside>
      <FormFrame {...frame} submitLabel={isReadOnly ? undefined : label} look="main" onCancel={onCancel}>
        <FieldInput
          definition={{ type: 'text', label: t`Name`, required: true, maxLength: 200 }}
          isReadOnly={isReadOnly}
          {...form.getInputProps('name')}
        />
        <FieldInput
          definition={{
            type: 'switch',
            label: t`Baskets begin with these rules`,
            hint: isOnlyOne
              ? t`Of the first set of rules this is always so.`
              : record?.isFirst
                ? isReadOnly
                  ? undefined
                  : t`To change this, let baskets begin with another set of rules.`
                : t`Every basket starts with the default rules. They can lead to other sets.`,
          }}
          isReadOnly={isReadOnly || isOnlyOne || record?.isFirst}
          {...form.getInputProps('isFirst')}
          {...(isOnlyOne && { value: true })}
        />
        {others.isError && !all && (
          <Notice tone="warning">
            {t`The other sets of rules could not be loaded: those that rules lead to are not shown.`}{' '}
            <Button size="xs" onClick={() => void others.refetch()}>
              {t`Try again`}
            </Button>
          </Notice>
        )}
        <RulesEditor
          rules={rules}
          currency={currency}
          matrices={(all?.results ?? []).filter(({ id }) => id !== record?.id)}
          isReadOnly={isReadOnly}
          reads={reads}
          faults={faults}
          onChange={(next) => {
            setFaults((said) => faultsAfter(said, rules, next));
            form.setFieldValue('rules', next);
          }}
        />
      </FormFrame>
      <Simulator
        trial={trial}
        onChange={setTrial}
        simulation={simulation}
        currency={currency}
        rulesOf={(id) =>
          id === (record?.id ?? null) ? rules : rulesFrom(matrixOf(id)?.rows ?? [], currency)
        }
        nameOf={(id) => matrixOf(id)?.name ?? ''}
      />
    </div>
  );
}

/** The rules of one record are made once, so that their keys stay. */
const made = new WeakMap<ShippingMatrixOut, Rule[]>();

function valuesOf(matrix: ShippingMatrixOut | undefined, currency: string): MatrixValues {
  if (!matrix) return { name: '', isFirst: false, rules: [] };
  const rules = made.get(matrix) ?? rulesFrom(matrix.rows, currency);
  made.set(matrix, rules);
  return { name: matrix.name, isFirst: matrix.isFirst, rules };
}

/** What a simulation found, by the conditions that the matrix's own rows stand for. */
function readsByPlace(rows: ReadRowOut[], rules: Rule[], matrixId: string | null): Map<string, ReadRowOut> {
  const places = placesOfRows(rules);
  const found = new Map<string, ReadRowOut>();
  for (const read of rows) {
    const place = read.matrixId === matrixId ? places[read.row] : undefined;
    if (place) found.set(place.condition ?? place.rule, read);
  }
  return found;
}
