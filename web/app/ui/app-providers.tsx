/** What every screen stands in: the theme with its colour scheme, toasts and questions. */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { cookieColorSchemeManager } from './colour-scheme.ts';
import { ConfirmHost } from './confirm.tsx';
import { theme } from './theme.ts';
import { Toaster } from './toaster.tsx';

const colorSchemeManager = cookieColorSchemeManager();

interface AppProvidersProps {
  children: ReactNode;
  /** `test` where nothing is laid out: menus would take themselves for scrolled out of view and hide. */
  env?: 'default' | 'test';
}

export function AppProviders({ children, env = 'default' }: AppProvidersProps) {
  return (
    <MantineProvider
      env={env}
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
      <ConfirmHost />
      <Toaster />
    </MantineProvider>
  );
}
