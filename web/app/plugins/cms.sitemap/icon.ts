export { Network as default } from 'lucide-react';
