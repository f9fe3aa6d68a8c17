/**
 * An admin screen for records of one kind is declared, not written: where it is in `web/app/admin/<name>/entry.ts`, its
 * columns, queries and form in `resource.tsx` beside it. The list and the record screens are drawn from them, and both
 * files are found by glob, so that nothing else has to name them.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Query } from '../api/query.ts';
import { hasScope } from '../session/claims.ts';
import { readScreenClaims } from '../session/screen-claims.ts';
import type { AskProps, BulkAction } from './bulk-action.ts';
import type { Place } from './define-entry.ts';

/** What a list is asked for; all of it is in the screen's address. */
export interface ListParams {
  start: number;
  limit: number;
  /** Column keys on the wire, `-` before one that turns round: `-updatedAt`. */
  sort: string;
  /** Words to search for. */
  q?: string;
}

/** One choice of a filter. */
export interface FilterOption {
  value: string;
  label: string;
}

interface FilterBase {
  /** In the screen's address and in what `list` is given. */
  name: string;
  label: string;
}

export interface SelectFilter extends FilterBase {
  kind: 'select';
  /** What the list shows while nothing is chosen: `Any state`. */
  any: string;
  /** A hook: the choices may have to be read first, or follow from what else is set. */
  useOptions: (values: FilterValues) => FilterOption[];
  /** Left out, it always is. */
  isShown?: (values: FilterValues) => boolean;
}

/** Words that are typed. */
export interface TextFilter extends FilterBase {
  kind: 'text';
  isShown?: (values: FilterValues) => boolean;
}

/** A day, `2026-01-31`. */
export interface DateFilter extends FilterBase {
  kind: 'date';
}

/** Set by a link from elsewhere, as 'all that this user did'. Shown while it is set, so that it can go. */
export interface LinkedFilter extends FilterBase {
  kind: 'linked';
  /** A hook: what the value stands for, undefined while that is being read. */
  useLabel: (value: string) => string | undefined;
}

export type Filter = SelectFilter | TextFilter | DateFilter | LinkedFilter;

/** The filters that are set, by name. */
export type FilterValues = Record<string, string>;

export interface Slice<Row> {
  results: Row[];
  /** Of the whole list, not of this part. */
  total: number;
  start: number;
  limit: number;
  /** The services that did not answer, where a list is of several: what they have is not among the results. */
  away?: string[];
}

interface ColumnBase<Row> {
  /** The name that the service sorts by, where the column can be sorted. */
  key: string;
  header: string;
  cell?: (row: Row) => ReactNode;
  /**
   * The same in plain words, for a CSV file; left out where the cell is a text or a number itself. What it takes beside the
   * row is read with the query client.
   */
  text?: (row: Row, queryClient: QueryClient) => string | number | Promise<string | number>;
  isSortable?: boolean;
  /** Shown only when somebody chooses it. */
  isExtra?: boolean;
  /** CSS length; the first column takes what is left. */
  width?: string;
}

/** Without a cell of its own it shows the text or the number of that name, and a dash where there is none. */
interface NamedColumn<Row> extends ColumnBase<Row> {
  key: KeysOfTexts<Row>;
  cell?: undefined;
}

/** The members of a record that are texts or numbers, or may be. */
export type KeysOfTexts<Row> = {
  [Key in keyof Row & string]: Row[Key] extends string | number | null | undefined ? Key : never;
}[keyof Row & string];

interface DrawnColumn<Row> extends ColumnBase<Row> {
  cell: (row: Row) => ReactNode;
}

export type Column<Row> = NamedColumn<Row> | DrawnColumn<Row>;

export interface RowAction {
  label: string;
  icon: LucideIcon;
  /** An address outside the admin screens is loaded, one inside is navigated to. */
  href: string;
}

export interface MenuAction {
  label: string;
  icon: LucideIcon;
  isDangerous?: boolean;
  /** `refresh` reads anew what the resource invalidates. */
  onSelect: (refresh: () => Promise<void>) => void;
}

/** Where all records of a list go to a file and come from one, beside the export of what the list shows. */
export interface Transfer {
  /** `Export all products`. */
  exportLabel: string;
  /** What that file has which the list's has not. */
  exportHint: string;
  /** Of the service's file. */
  exportHref: string;
  importLabel: string;
  /** The screen that imports it. */
  importTo: string;
}

export interface FormProps<Row> {
  /** The record to change; left out, a new one is made. */
  record?: Row;
  onSaved: (record: Row) => void;
  onCancel: () => void;
  /** Called by the form with how to ask whether it holds unsaved changes. */
  isDirtyRef?: { current: () => boolean };
  /** Reads the record as it is now, for when somebody else has changed it since. */
  refetch?: (record: Row) => Promise<Row>;
}

/** How records stand below one another. */
export interface ResourceTree<Row> {
  /** A part of what stands directly below a record, or at the top: what comes after the end of the part before. */
  branch: (parent: Row | undefined, after: string | undefined) => Query<Twigs<Row>>;
  /** How many stand below a record, at any depth. */
  belowOf: (row: Row) => number;
  /** A quieter text beside the name. */
  Detail?: ComponentType<{ row: Row; parent: Row | undefined }>;
  /** Where a row leads to, instead of the record's own screen. */
  leadsTo?: (row: Row) => string;
  /** All rows are open until somebody closes them. */
  startsOpen?: boolean;
  /** The screen shows the tree until somebody asks for the list: where their order matters. */
  isFirst?: boolean;
  /** Gives a record another name, in place. */
  rename?: { run: (row: Row, name: string) => Promise<Row>; done: (name: string, before: string) => string };
  move?: {
    canMove: (row: Row) => boolean;
    canHold: (row: Row) => boolean;
    /** Puts a record below another, or at the top; gives it as it is then. */
    run: (row: Row, parent: Row | undefined) => Promise<Row>;
    /** Puts a record directly before or after another, where those below the same one have an order of their own. */
    beside?: (row: Row, sibling: Row, side: 'before' | 'after') => Promise<Row>;
    undo: (row: Row, before: Row) => Promise<Row>;
    done: (row: Row) => string;
  };
}

export interface Twigs<Row> {
  results: Row[];
  /** What the next part comes after; null at the end. */
  next?: string | null;
}

export interface ResourceBase<Row> extends Place {
  /** The first column names the record and links to its own screen. */
  columns: Column<Row>[];
  /** As ListParams.sort. */
  defaultSort: string;
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  list: (params: ListParams, filters: FilterValues) => Query<Slice<Row>>;
  /** Where the service has a CSV file of all that is found, with more than the list's columns. */
  exportAddress?: (params: ListParams, filters: FilterValues) => string;
  /** Offered beside the list's own export, and where the list is empty. */
  transfer?: Transfer;
  filters?: Filter[];
  /** Stands between the screen's title and its list: a notice, a setting. */
  Head?: ComponentType;
  /** A hook: whether what the head says has been read. The list waits for it, so that nothing below moves. */
  useIsHeadReady?: () => boolean;
  /** False where the service has no search; lists have one otherwise. */
  isSearchable?: boolean;
  /** What is searched, where that is not said by what the screen is called. */
  searchLabel?: string;
  /** Said instead of `No pages yet` and the description, where the list is empty. */
  nothing?: { title: string; detail: string };
  /** Left out where nothing can be deleted. Resolves once the service has accepted it. */
  remove?: (row: Row, answer?: unknown) => Promise<unknown>;
  /** Where a job does the rest: resolves when it has ended, throws what it failed with. `accepted`: what `remove` gave. */
  followRemoval?: (row: Row, accepted: unknown) => Promise<unknown>;
  /** A dialog before records are deleted, where others lean on them; `remove` is given its answer. */
  AskRemoval?: ComponentType<AskProps<Row>>;
  /**
   * What goes its way until it is deleted, so that an Undo would come at its cost: it is deleted without one, as soon as
   * AskRemoval is answered, which is asked where there is such a record among them and not otherwise.
   */
  isRemovedAtOnce?: (row: Row) => boolean;
  /** Its form has tables, which take more room than inputs. */
  isWide?: boolean;
  /** A sentence on what goes with a record, said when it is deleted. */
  removalNote?: string;
  /** False for records that the service refuses to delete. */
  canRemove?: (row: Row) => boolean;
  /** Why one cannot be deleted, for its menu. */
  removalHint?: string;
  /** Whether the principal may look at the record, but not change it. */
  isLocked?: (row: Row) => boolean;
  rowActions?: (row: Row) => RowAction[];
  /** In the row's menu, between Edit or Open and Delete. */
  menuActions?: (row: Row) => MenuAction[];
  bulkActions?: BulkAction<Row>[];
  /** The records are a tree too, which the list's screen can show instead. */
  tree?: ResourceTree<Row>;
  /** How the command palette shows a record and where it leads to, where that is not the record's screen. */
  found?: { detail?: (row: Row) => string; href?: (row: Row) => string };
  /** Queries that are stale after a change, by the start of their key. */
  invalidates: QueryKey[];
}

/** Records that are made and changed. */
export interface EditableResource<Row> extends ResourceBase<Row> {
  View?: undefined;
  get: (id: string) => Query<Row>;
  Form: ComponentType<FormProps<Row>>;
  /** Stand in the form's place for a record that is there, where one form is not all that it has. */
  tabs?: RecordTab<Row>[];
  /** A hook: whether what the cards show beside the record has been read. */
  useIsReady?: () => boolean;
  /** The address of the screen that shows more of a record than this one does. */
  leadsTo?: (row: Row) => string | undefined;
  /** For a record's screen that no cards make up. */
  Screen?: ComponentType<{ id: string }>;
}

/** Cards of a record that are seen together. One tab alone is not drawn as one. */
export interface RecordTab<Row> {
  /** In the address. */
  name: string;
  label: string;
  cards: ComponentType<{ record: Row }>[];
}

/** Records that come into being by themselves and are read: a log. */
export interface ReadableResource<Row> extends ResourceBase<Row> {
  Form?: undefined;
  get: (id: string) => Query<Row>;
  View: ComponentType<{ record: Row }>;
}

/** Records of which the list shows everything. */
export interface ListedResource<Row> extends ResourceBase<Row> {
  Form?: undefined;
  View?: undefined;
}

export type Resource<Row> = EditableResource<Row> | ReadableResource<Row> | ListedResource<Row>;

/** Whether records can be made and changed. */
export const isEditable = <Row>(resource: Resource<Row>): resource is EditableResource<Row> =>
  resource.Form !== undefined;

/** Whether a record has a screen of its own. */
export const isOpenable = <Row>(
  resource: Resource<Row>,
): resource is EditableResource<Row> | ReadableResource<Row> =>
  isEditable(resource) || resource.View !== undefined;

/** Whether the principal may change the records, as the screen that shows them has it. */
export const mayWrite = ({ writeScopes }: Pick<Place, 'writeScopes'>): boolean =>
  !writeScopes || hasScope(readScreenClaims(), writeScopes);

export function defineResource<Row>(resource: Resource<Row>): Resource<Row> {
  return resource;
}
