import { defineScreen } from '../define-screen.ts';
import entry from './entry.ts';
import { SettingsScreen } from './settings-screen.tsx';

export default defineScreen({ ...entry, Main: SettingsScreen });
