/** The site's settings as they are being changed: one save and one undo for what two services keep. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { configKey, readConfig, setConfig } from '../../api/config.ts';
import { pagesKey } from '../../api/pages.ts';
import { isStale } from '../../api/problem.ts';
import { type FontFamily, readTemplate, saveSources, templatesKey } from '../../api/templates.ts';
import { toast } from '../../ui/toast.ts';
import { jsonOf } from '../templates/sources.ts';
import type { Settings } from './settings.ts';
import {
  conflictsIn,
  differences,
  type EntryKey,
  entryValue,
  isEntryKey,
  type Stored,
  sourcesWith,
  textIn,
  type ValueName,
  type Values,
  valuesOf,
} from './values.ts';

/** What somebody else has changed meanwhile that I have changed too. */
export interface Meanwhile {
  stored: Stored;
  names: ValueName[];
}

export interface SiteDraft {
  stored: Stored;
  /** As stored, with what was changed on top. */
  values: Values;
  changes: Values;
  isSaving: boolean;
  meanwhile: Meanwhile | undefined;
  set: (values: Values) => void;
  save: () => Promise<void>;
  discard: () => void;
  takeTheirs: () => void;
  keepMine: () => Promise<void>;
}

/** A newer version was there, and of it something that I have changed as well. */
class Conflict extends Error {
  readonly meanwhile: Meanwhile;

  constructor(meanwhile: Meanwhile) {
    super();
    this.meanwhile = meanwhile;
  }
}

/** Versions that come between reading and saving before it is said. */
const MOST_RETRIES = 3;

async function readStored({ template }: Stored): Promise<Stored> {
  const [entries, present] = await Promise.all([readConfig(), readTemplate(template.id)]);
  return { entries, template: present };
}

interface Saved {
  stored: Stored;
  /** What was sent. */
  sent: Values;
}

/** Saves the first part that is changed; undefined where nothing is. */
async function saveNext(
  stored: Stored,
  changes: Values,
  families: readonly FontFamily[],
): Promise<Saved | undefined> {
  const { template, entries } = stored;
  const settings = settingsIn(changes);
  const { sharedSCSS, fonts } = sourcesWith(template, settings, families);
  // The template first: of all parts it is the one that may be refused for what it says.
  if (sharedSCSS !== template.sharedSCSS) {
    const hasOtherFonts = fonts !== jsonOf(template.fonts);
    const saved = await saveSources(template, hasOtherFonts ? { sharedSCSS, fonts } : { sharedSCSS });
    return { stored: { ...stored, template: saved }, sent: settings };
  }
  const next = entries.find(
    ({ key, value }) => isEntryKey(key) && key in changes && changes[key] !== textIn(key, value),
  );
  if (!next) return undefined;
  const key = next.key as EntryKey;
  const saved = await setConfig(next, entryValue(key, changes[key]));
  const present = entries.map((entry) => (entry.id === saved.id ? saved : entry));
  return { stored: { ...stored, entries: present }, sent: { [key]: changes[key] } };
}

const settingsIn = (values: Values): Settings =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isEntryKey(name)));

const onlyIn = (present: Values, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in present));

/**
 * Saves all changes on top of what is stored; `onStored` hears of each part. What others have changed beside them stays.
 * Throws Conflict, ProblemError.
 */
async function saveAll(
  from: Stored,
  changes: Values,
  families: readonly FontFamily[],
  onStored: (stored: Stored, sent: Values) => void,
): Promise<void> {
  let stored = from;
  let left = changes;
  for (let retries = 0; ; ) {
    try {
      const saved = await saveNext(stored, left, families);
      if (!saved) return;
      stored = saved.stored;
      // The service may have made something else of it, such as a name without spaces around it.
      left = differences(left, saved.sent);
      onStored(stored, saved.sent);
    } catch (error) {
      if (!isStale(error) || retries >= MOST_RETRIES) throw error;
      retries += 1;
      const present = await readStored(stored);
      const names = conflictsIn(valuesOf(stored), left, valuesOf(present));
      if (names.length > 0) throw new Conflict({ stored: present, names });
      stored = present;
      onStored(stored, {});
    }
  }
}

export function useSiteDraft(found: Stored, families: readonly FontFamily[]): SiteDraft {
  const queryClient = useQueryClient();
  const [stored, setStored] = useState(found);
  const [changes, setChanges] = useState<Values>({});
  const [meanwhile, setMeanwhile] = useState<Meanwhile>();
  const [isSaving, setSaving] = useState(false);
  // What is changed while a save is under way is not lost, and a second Ctrl+S waits for nobody.
  const latest = useRef({ stored, changes });
  const isUnderWay = useRef(false);
  /** What was there before what has been saved: a save that stops half-way is taken back with the one that ends it. */
  const former = useRef<Values>({});

  const keep = (next: Stored, wanted: Values) => {
    const present = valuesOf(next);
    // What can no longer be set here is dropped: it would stay unsaved for ever.
    const left = differences(onlyIn(present, wanted), present);
    latest.current = { stored: next, changes: left };
    setStored(next);
    setChanges(left);
  };
  const run = async (from: Stored, wanted: Values): Promise<boolean> => {
    const isNameless = wanted.siteName?.trim() === '';
    if (isUnderWay.current || isNameless || Object.keys(wanted).length === 0) return false;
    isUnderWay.current = true;
    setSaving(true);
    try {
      await saveAll(from, wanted, families, (next, sent) => {
        const before = valuesOf(latest.current.stored);
        former.current = { ...onlyIn(sent, before), ...former.current };
        // What was changed since it was sent stays changed, though it be back to what was stored before.
        keep(next, differences({ ...before, ...latest.current.changes }, { ...before, ...sent }));
      });
      setMeanwhile(undefined);
      return true;
    } catch (error) {
      if (error instanceof Conflict) setMeanwhile(error.meanwhile);
      else toast.error(error);
      return false;
    } finally {
      isUnderWay.current = false;
      setSaving(false);
      for (const queryKey of [templatesKey, pagesKey, configKey])
        void queryClient.invalidateQueries({ queryKey });
    }
  };
  const saveOn = async (from: Stored, wanted: Values) => {
    if (!(await run(from, wanted))) return;
    const before = former.current;
    former.current = {};
    toast.undo(t`The site’s settings were saved.`, { onUndo: () => void takeBack(before) });
  };
  const takeBack = async (before: Values) => {
    keep(latest.current.stored, { ...latest.current.changes, ...before });
    if (!(await run(latest.current.stored, before))) return;
    former.current = {};
    toast.success(t`The previous settings are back.`);
  };
  /** Leaves some of my changes out, on top of what is stored now. */
  const drop = (on: Stored, left: Values) => {
    const { changes: mine } = latest.current;
    former.current = {};
    setMeanwhile(undefined);
    keep(on, left);
    toast.undo(t`Your changes were discarded.`, {
      onUndo: () => keep(latest.current.stored, { ...mine, ...latest.current.changes }),
    });
  };
  return {
    stored,
    changes,
    values: { ...valuesOf(stored), ...changes },
    isSaving,
    meanwhile,
    set: (values) => keep(latest.current.stored, { ...latest.current.changes, ...values }),
    save: () => saveOn(latest.current.stored, latest.current.changes),
    discard: () => drop(meanwhile?.stored ?? latest.current.stored, {}),
    takeTheirs: () => {
      if (!meanwhile) return;
      const mine = Object.entries(latest.current.changes);
      const others = mine.filter(([name]) => !meanwhile.names.includes(name as ValueName));
      drop(meanwhile.stored, Object.fromEntries(others));
    },
    keepMine: async () => {
      if (!meanwhile) return;
      const { changes: mine } = latest.current;
      keep(meanwhile.stored, mine);
      setMeanwhile(undefined);
      await saveOn(latest.current.stored, latest.current.changes);
    },
  };
}
