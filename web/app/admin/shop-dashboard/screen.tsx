import { defineScreen } from '../define-screen.ts';
import { DashboardScreen } from './dashboard-screen.tsx';
import entry from './entry.ts';

export default defineScreen({ ...entry, Main: DashboardScreen });
