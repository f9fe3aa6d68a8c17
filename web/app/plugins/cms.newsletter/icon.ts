export { Newspaper as default } from 'lucide-react';
