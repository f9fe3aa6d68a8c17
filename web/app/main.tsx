/** Start of the SPA: set-up, login, admin and editor. */
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/mantine.css';
import './ui/base.css';
import './api/configure.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './routes/app.tsx';
import { findContainer } from './routes/container.ts';
import { leaveNestedShell } from './routes/nested-shell.ts';
import { reloadOnStaleChunk } from './routes/stale-chunk.ts';

const container = findContainer();
if (container && !leaveNestedShell()) {
  reloadOnStaleChunk();
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
