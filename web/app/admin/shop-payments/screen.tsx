import { defineScreen } from '../define-screen.ts';
import entry from './entry.ts';
import { PaymentsScreen } from './payments-screen.tsx';

export default defineScreen({ ...entry, Main: PaymentsScreen });
