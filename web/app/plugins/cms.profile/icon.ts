export { Contact as default } from 'lucide-react';
