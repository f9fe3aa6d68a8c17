/** Alignment as a class, which the template styles and the server lets through; as a style it is understood in what is pasted. */
import { TextAlign } from '@tiptap/extension-text-align';

export const ALIGNMENTS = ['left', 'center', 'right'] as const;

/** The class of an alignment. */
export const ALIGN_CLASS = /^align-(left|center|right)$/;

export const Align = TextAlign.extend({
  addGlobalAttributes() {
    return [
      {
        types: this.options.types,
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element) => classAlignment(element) ?? styleAlignment(element),
            renderHTML: ({ textAlign }) => (textAlign ? { class: `align-${textAlign}` } : {}),
          },
        },
      },
    ];
  },
  addKeyboardShortcuts() {
    return {
      'Mod-Shift-l': () => this.editor.commands.setTextAlign('left'),
      'Mod-Shift-e': () => this.editor.commands.setTextAlign('center'),
      'Mod-Shift-r': () => this.editor.commands.setTextAlign('right'),
    };
  },
}).configure({ types: ['paragraph', 'heading'], alignments: [...ALIGNMENTS] });

function classAlignment(element: HTMLElement): string | undefined {
  for (const name of element.classList) {
    const alignment = ALIGN_CLASS.exec(name)?.[1];
    if (alignment) return alignment;
  }
  return undefined;
}

function styleAlignment(element: HTMLElement): string | null {
  return ALIGNMENTS.find((alignment) => element.style.textAlign === alignment) ?? null;
}
