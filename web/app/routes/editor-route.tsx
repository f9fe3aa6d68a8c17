/** The editor's screen with the administration's form in it: the two know each other only here. */
import type { ReactNode } from 'react';
import type { LoadSources } from '../editor/dialogs/editor-palette.tsx';
import { EditorScreen } from '../editor/editor-screen.tsx';
import { addToDialogs } from '../editor/load-ahead.ts';
import { loadable, loadableDialog } from '../ui/load-failure.tsx';

export { readAhead } from '../editor/use-opening.ts';

const loadForm = async () => (await import('../admin/pages/page-form.tsx')).PageForm;
const PageForm = loadable(loadForm);
const PostDetails = loadableDialog(async () => (await import('../admin/blog/post-details.tsx')).PostDetails);
const loadSources: LoadSources = async (claims, site) =>
  (await import('../admin/palette/editor-sources.ts')).loadEditorSources(claims, site);
addToDialogs(loadForm);

export function EditorRoute(): ReactNode {
  return <EditorScreen PageForm={PageForm} PostDetails={PostDetails} loadSources={loadSources} />;
}
