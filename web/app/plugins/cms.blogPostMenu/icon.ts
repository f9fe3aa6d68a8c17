export { ListTree as default } from 'lucide-react';
