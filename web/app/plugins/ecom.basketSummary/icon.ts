export { Receipt as default } from 'lucide-react';
