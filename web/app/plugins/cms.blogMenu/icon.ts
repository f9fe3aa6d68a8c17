export { FolderTree as default } from 'lucide-react';
