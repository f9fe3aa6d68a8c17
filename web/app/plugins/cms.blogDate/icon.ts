export { CalendarDays as default } from 'lucide-react';
