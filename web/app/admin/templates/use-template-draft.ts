/** A template that is being written: what differs from what is stored, saving it, and what others saved meanwhile. */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { pagesKey } from '../../api/pages.ts';
import { isStale, ProblemError } from '../../api/problem.ts';
import {
  faultsOf,
  readTemplate,
  type SourceFault,
  type SourceName,
  saveSources,
  type TemplateRecord,
  templatesKey,
} from '../../api/templates.ts';
import { toast } from '../../ui/toast.ts';
import { changedSources, mergedSources, type Sources, sourcesOf } from './sources.ts';

export interface TemplateDraft {
  /** The template as it is stored, as far as this screen knows. */
  base: TemplateRecord;
  sources: Sources;
  changed: SourceName[];
  isSaving: boolean;
  /** What the last save was refused for, until something is changed. */
  faults: SourceFault[];
  /** The template as somebody else has left it meanwhile. */
  theirs: TemplateRecord | undefined;
  write: (name: SourceName, text: string) => void;
  save: () => Promise<void>;
  /** Takes over what was stored by another way than `save`: own changes stay on top. */
  adopt: (stored: TemplateRecord) => void;
  /** Back to what is stored; gives what takes that back. */
  discard: () => () => void;
  takeTheirs: () => void;
  keepMine: () => Promise<void>;
}

/** Saves that find yet another version, without a change in the sources, before it is said. */
const MOST_RETRIES = 3;

export function useTemplateDraft(found: TemplateRecord): TemplateDraft {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(found);
  const [sources, setSources] = useState(() => sourcesOf(found));
  const [faults, setFaults] = useState<SourceFault[]>([]);
  const [theirs, setTheirs] = useState<TemplateRecord>();
  const [isSaving, setSaving] = useState(false);
  // What is typed while a save is under way is not lost, and a second Ctrl+S waits for nobody.
  const latest = useRef({ base, sources });
  const isUnderWay = useRef(false);

  const set = (nextBase: TemplateRecord, nextSources: Sources) => {
    latest.current = { base: nextBase, sources: nextSources };
    setBase(nextBase);
    setSources(nextSources);
  };
  const adopt = (stored: TemplateRecord) => {
    const { base: before, sources: mine } = latest.current;
    set(stored, mergedSources(sourcesOf(before), mine, sourcesOf(stored)));
    for (const queryKey of [templatesKey, pagesKey]) void queryClient.invalidateQueries({ queryKey });
  };

  const send = async (on: TemplateRecord, mine: Sources, retries = MOST_RETRIES): Promise<TemplateRecord> => {
    const names = changedSources(sourcesOf(on), mine);
    const changes = Object.fromEntries(names.map((name) => [name, mine[name] || emptied(name, on)]));
    try {
      return await saveSources(on, changes);
    } catch (error) {
      if (!isStale(error)) throw error;
      const present = await readPresent(on.id);
      const isSame = changedSources(sourcesOf(on), sourcesOf(present)).length === 0;
      if (isSame && retries > 0) return send(present, mine, retries - 1);
      setTheirs(present);
      throw error;
    }
  };

  const save = async (): Promise<void> => {
    const { base: on, sources: mine } = latest.current;
    if (isUnderWay.current || changedSources(sourcesOf(on), mine).length === 0) return;
    isUnderWay.current = true;
    setSaving(true);
    setFaults([]);
    try {
      const saved = await send(on, mine);
      const typed = latest.current.sources;
      // What was typed since stays, on top of what was sent.
      set(saved, mergedSources(mine, typed, sourcesOf(saved)));
      setTheirs(undefined);
      for (const queryKey of [templatesKey, pagesKey]) void queryClient.invalidateQueries({ queryKey });
      toast.success(t`“${saved.name}” was saved.`);
    } catch (error) {
      tell(error);
    } finally {
      isUnderWay.current = false;
      setSaving(false);
    }
  };

  const tell = (error: unknown) => {
    if (error instanceof ProblemError && error.status === 422) setFaults(faultsOf(error));
    // A panel says what somebody else has changed.
    if (!isStale(error)) toast.error(error);
  };

  /** Shows what is stored; what it gives puts the own changes on top again, as they were. */
  const showStored = (stored: TemplateRecord) => {
    const { base: before, sources: mine } = latest.current;
    set(stored, sourcesOf(stored));
    setFaults([]);
    setTheirs(undefined);
    return () => {
      const { base: present } = latest.current;
      set(present, mergedSources(sourcesOf(before), mine, sourcesOf(present)));
    };
  };
  const takeTheirs = () => {
    if (!theirs) return;
    toast.undo(t`Your changes were discarded.`, { onUndo: showStored(theirs) });
  };
  const keepMine = async () => {
    if (!theirs) return;
    const { base: before, sources: mine } = latest.current;
    set(theirs, mergedSources(sourcesOf(before), mine, sourcesOf(theirs)));
    setTheirs(undefined);
    await save();
  };
  return {
    base,
    sources,
    changed: changedSources(sourcesOf(base), sources),
    isSaving,
    faults,
    theirs,
    write: (name, text) => {
      setFaults([]);
      set(latest.current.base, { ...latest.current.sources, [name]: text });
    },
    save,
    adopt,
    discard: () => showStored(latest.current.base),
    takeTheirs,
    keepMine,
  };
}

/** Without SCSS, CSS that was written as such would stay: SCSS that says nothing takes its place. */
function emptied(name: SourceName, { inlineSCSS, inlineCSS, externalSCSS, externalCSS }: TemplateRecord) {
  const isPlain =
    (name === 'inlineSCSS' && !inlineSCSS.trim() && inlineCSS) ||
    (name === 'externalSCSS' && !externalSCSS.trim() && externalCSS);
  return isPlain ? '//' : '';
}

async function readPresent(id: string): Promise<TemplateRecord> {
  try {
    return await readTemplate(id);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 404) throw error;
    throw new ProblemError(404, {
      code: error.code,
      title: error.title,
      detail: t`Somebody has deleted this since you opened it. Copy what you still need before you leave.`,
    });
  }
}
