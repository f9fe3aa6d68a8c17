import { defineScreen } from '../define-screen.ts';
import { AnalyticsScreen } from './analytics-screen.tsx';
import entry from './entry.ts';

export default defineScreen({ ...entry, Main: AnalyticsScreen });
