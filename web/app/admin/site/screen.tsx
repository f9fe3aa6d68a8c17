import { defineScreen } from '../define-screen.ts';
import entry from './entry.ts';
import { SiteScreen } from './site-screen.tsx';

export default defineScreen({ ...entry, Main: SiteScreen });
