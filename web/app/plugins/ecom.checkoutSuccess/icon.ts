export { PartyPopper as default } from 'lucide-react';
