import { defineScreen } from '../define-screen.ts';
import entry from './entry.ts';
import { ImportScreen } from './import-screen.tsx';
import { StartScreen } from './start-screen.tsx';

export default defineScreen({ ...entry, Main: StartScreen, Below: ImportScreen });
