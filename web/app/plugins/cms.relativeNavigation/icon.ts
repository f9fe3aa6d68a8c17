export { Waypoints as default } from 'lucide-react';
