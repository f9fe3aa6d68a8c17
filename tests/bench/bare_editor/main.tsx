// The least that a page with React and TipTap can be: one text, with the caret in it as soon as it is there.
import { Editor } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';

function Text() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const editor = new Editor({
      element: element.current,
      extensions: [StarterKit],
      content: '<h1>A page</h1><p>With a text.</p>',
      autofocus: true,
    });
    return () => editor.destroy();
  }, []);
  return <div ref={element} />;
}

createRoot(document.getElementById('root') as HTMLElement).render(<Text />);
