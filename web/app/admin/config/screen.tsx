import { defineScreen } from '../define-screen.ts';
import { ConfigScreen } from './config-screen.tsx';
import entry from './entry.ts';

export default defineScreen({ ...entry, Main: ConfigScreen });
