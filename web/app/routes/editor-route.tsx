/** The editor's screen with the administration's form in it: the two know each other only here. */
import { lazy, type ReactNode } from 'react';
import { EditorScreen } from '../editor/editor-screen.tsx';

export { readAhead } from '../editor/use-opening.ts';

const PageForm = lazy(async () => ({ default: (await import('../admin/pages/page-form.tsx')).PageForm }));

export function EditorRoute(): ReactNode {
  return <EditorScreen PageForm={PageForm} />;
}
