/** The editor's screen with the administration's form in it: the two know each other only here. */
import type { ReactNode } from 'react';
import { PageForm } from '../admin/pages/page-form.tsx';
import { EditorScreen } from '../editor/editor-screen.tsx';

export function EditorRoute(): ReactNode {
  return <EditorScreen PageForm={PageForm} />;
}
