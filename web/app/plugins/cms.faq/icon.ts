export { CircleHelp as default } from 'lucide-react';
