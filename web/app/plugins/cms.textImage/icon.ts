export { LayoutPanelLeft as default } from 'lucide-react';
