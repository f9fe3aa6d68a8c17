/** Tables as plain HTML: no widths, wrappers or column groups of the editor's own. */
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';

export const tableExtensions = [
  Table.extend({
    renderHTML({ HTMLAttributes }) {
      return ['table', HTMLAttributes, ['tbody', 0]];
    },
  }).configure({ resizable: false, View: null }),
  TableRow,
  TableHeader,
  TableCell,
];
