export { UserPlus as default } from 'lucide-react';
